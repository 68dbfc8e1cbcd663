import { useEffect, useState } from 'react';
import { dataUrlOf } from '#src/lib/files/data-url.ts';
import { readSitePicture } from '../../api/site-pictures.ts';

/** A picture of the site's texts. Its place is kept free until it is loaded. */
export function SitePicture({ id, alt }: { id: string; alt: string }) {
  const [url, setUrl] = useState<string | null>();
  useEffect(() => {
    let isGone = false;
    void readSitePicture(id).then(async (contents) => {
      const loaded = contents ? await dataUrlOf(contents) : null;
      if (!isGone) setUrl(loaded);
    });
    return () => {
      isGone = true;
    };
  }, [id]);
  if (url === null) return <p className="field-error">This picture could not be loaded.</p>;
  return <div className="min-h-32 bg-action-wash">{url && <img src={url} alt={alt} />}</div>;
}
