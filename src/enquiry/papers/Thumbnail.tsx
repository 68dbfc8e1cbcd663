import { useEffect, useEffectEvent, useState } from 'react';
import { dataUrlOf } from '../../lib/files/data-url.ts';
import type { ReadPaper } from './use-paper.tsx';

type Props = { id: string; title: string; read: ReadPaper; className: string };

/** The small picture of a paper, on the seller's page and at the desk. Its place is kept free until it is loaded. */
export function Thumbnail({ id, title, read, className }: Props) {
  const [url, setUrl] = useState<string>();
  const load = useEffectEvent(() => read('small'));
  useEffect(() => {
    let isGone = false;
    void load().then(async (contents) => {
      const loaded = contents && (await dataUrlOf(contents));
      if (!isGone) setUrl(loaded);
    });
    return () => {
      isGone = true;
    };
  }, [id]);
  return (
    <div className={`shrink-0 overflow-hidden bg-action-wash ${className}`}>
      {url && <img src={url} alt={title} className="size-full object-cover" />}
    </div>
  );
}
