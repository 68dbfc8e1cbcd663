import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useId } from 'react';
import { Link } from 'wouter';
import { inboxQuery } from '../api/queries.ts';
import { StreetScene } from '../ui/StreetScene.tsx';

/** Seen on the first day only. */
const EmptyDesk = lazy(async () => ({ default: (await import('./EmptyDesk.tsx')).EmptyDesk }));

/** Shown when there is nobody to call now, because everything is done or there are no leads yet. */
export function NobodyWaits() {
  const id = useId();
  const { data } = useInfiniteQuery(inboxQuery('all'));
  if (data === undefined) return null;
  if (data.pages.every(({ cards }) => cards.length === 0)) {
    return (
      <Suspense fallback={null}>
        <EmptyDesk />
      </Suspense>
    );
  }
  return (
    <section className="next-person" aria-labelledby={id}>
      <p className="text-body text-on-slate-soft">Nobody is waiting</p>
      <h1 id={id} tabIndex={-1} className="next-name">
        All done for now
      </h1>
      <p className="text-on-slate-soft">New enquiries appear here as they come.</p>
      <p className="mt-5">
        <Link href="/all/open" className="button next-open">
          See every open lead
        </Link>
      </p>
      <StreetScene className="next-street" />
    </section>
  );
}
