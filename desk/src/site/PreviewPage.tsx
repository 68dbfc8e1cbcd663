import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'wouter';
import { call } from '../api/calls.ts';
import { Problem } from '../ui/Problem.tsx';
import { Button } from '../ui/Button.tsx';
import { DeskIcon } from '../ui/DeskIcon.tsx';
import { ChoiceField } from '../ui/Field.tsx';
import { Failure } from '../ui/Failure.tsx';
import { Problems, Progress, Publishing } from './Publishing.tsx';
import type { SiteOverview } from './site-calls.ts';
import { isBusy, siteKeys, siteQuery, useWork } from './site-queries.ts';
import { formAddress } from './words.ts';

const WIDTHS = { phone: 390, computer: 1280 } as const;

/** The real pages with the changes, before anybody else sees them. @param path the document whose page is shown first */
export function PreviewPage({ path }: { path: string | undefined }) {
  const { data: site, error, refetch } = useQuery(siteQuery());
  return (
    <div className="mx-auto grid w-full max-w-[84rem] grid-cols-[minmax(0,1fr)] gap-4 px-4 py-6 md:px-6">
      <div>
        <Link href={path ? formAddress(path) : '/site'} className="text-link gap-1.5 no-underline">
          <DeskIcon name="back" />
          <span>{path ? 'Back to the words' : 'Site'}</span>
        </Link>
        <h1 className="text-h2">How it will look</h1>
        <p>
          Only owners who are signed in can see this. The menu is open here; forms, chat and calculator do
          nothing.
        </p>
      </div>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {site && <Preview site={site} path={path} />}
    </div>
  );
}

function Preview({ site, path }: { site: SiteOverview; path: string | undefined }) {
  const queries = useQueryClient();
  const work = useWork() ?? site.work;
  const building = useMutation({
    mutationFn: () => call('build_site', { purpose: 'preview' }),
    onSuccess: (begun) => queries.setQueryData(siteKeys.work, begun),
  });
  const isCurrent = site.preview?.is_current ?? false;
  const begin = useEffectEvent(() => {
    if (!isCurrent && !isBusy(work) && site.problems.length === 0) building.mutate();
  });
  useEffect(() => begin(), []);

  const pages = site.documents.flatMap(({ address, title, change }) =>
    address === null || change?.kind === 'removed' ? [] : [{ address, title }],
  );
  const first = site.documents.find((document) => document.path === path)?.address ?? '/';
  const [address, setAddress] = useState(first);
  const [width, setWidth] = useState<keyof typeof WIDTHS>('phone');

  if (isBusy(work)) return <Progress work={work} />;
  if (site.preview === null || !isCurrent) {
    return (
      <div className="grid justify-items-start gap-3">
        {work.state === 'failed' && (
          <Problems
            title="The pages could not be made. The site is as before."
            problems={work.problems}
            site={site}
          />
        )}
        {work.state !== 'failed' && site.problems.length > 0 && (
          <Problems title="To put right first" problems={site.problems} site={site} />
        )}
        {site.preview !== null && work.state !== 'failed' && (
          <p>Something has changed since the pages were made.</p>
        )}
        <Problem>{building.error?.message}</Problem>
        <Button variant="primary" aria-disabled={building.isPending} onClick={() => building.mutate()}>
          Make the pages
        </Button>
      </div>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <ChoiceField
          label="Page"
          words={Object.fromEntries(pages.map((page) => [page.address, page.title]))}
          value={address}
          onText={setAddress}
        />
        <div role="group" aria-label="Width" className="flex gap-2">
          {(['phone', 'computer'] as const).map((kind) => (
            <button
              key={kind}
              type="button"
              className="chip"
              aria-pressed={width === kind}
              onClick={() => setWidth(kind)}
            >
              {kind === 'phone' ? 'On a phone' : 'On a computer'}
            </button>
          ))}
        </div>
      </div>
      <Frame
        key={address}
        title={pages.find((page) => page.address === address)?.title ?? 'The page'}
        source={`/preview/${site.preview.version}${address}`}
        widthPx={WIDTHS[width]}
      />
      <Publishing site={site} />
    </>
  );
}

/** A page at a given width. Where the screen is narrower, the page is drawn smaller. */
function Frame({ title, source, widthPx }: { title: string; source: string; widthPx: number }) {
  const box = useRef<HTMLDivElement>(null);
  const [roomPx, setRoom] = useState<number>();
  useEffect(() => {
    const { current } = box;
    if (current === null) return;
    const observer = new ResizeObserver(() => setRoom(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const scale = roomPx === undefined ? 1 : Math.min(1, roomPx / widthPx);
  return (
    <div ref={box} className="relative h-[75dvh] overflow-hidden">
      {roomPx !== undefined && (
        <iframe
          title={title}
          src={source}
          // No scripts, forms or new windows. Without its own origin, the page would not get its styles.
          sandbox="allow-same-origin"
          className="origin-top-left border border-edge bg-card"
          style={{ width: widthPx, height: `${100 / scale}%`, scale: String(scale) }}
        />
      )}
    </div>
  );
}
