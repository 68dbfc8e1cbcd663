import { timeInWords } from '../lib/london.ts';
import { useNow } from '../lib/use-now.ts';
import { Problem } from '../ui/Problem.tsx';
import { Button } from '../ui/Button.tsx';
import type { SiteOverview } from './site-calls.ts';
import { useSiteChange } from './site-queries.ts';

/** The last ten versions that were published. One press shows visitors another of them. */
export function Versions({ site }: { site: SiteOverview }) {
  const nowMs = useNow();
  const { mutate, isPending, isSuccess, error } = useSiteChange('use_site_version');
  if (site.versions.length === 0) return null;
  return (
    <section aria-labelledby="site-versions">
      <h2 id="site-versions" className="text-h3">
        Published before
      </h2>
      <p>
        The last ten versions of the site. If something is wrong, go back to an earlier one. Changes that are
        not published yet stay.
      </p>
      <div role="status" className="empty:hidden">
        {isSuccess && <p className="notice">Done. Visitors see the version that you chose.</p>}
      </div>
      <Problem>{error?.message}</Problem>
      <ol className="rows">
        {site.versions.map(({ version, at, by, is_live: isLive, changes }) => {
          const when = timeInWords(at, nowMs);
          return (
            <li key={version}>
              <div className="row">
                <p className="min-w-0">
                  <strong>{`${when.charAt(0).toUpperCase()}${when.slice(1)}`}</strong>
                  {by !== null && <span>{`, ${by}`}</span>}
                  <span className="hint block">
                    {changes.length === 0 ? 'No words changed' : `Changed: ${changes.join(', ')}`}
                  </span>
                </p>
                {isLive ? (
                  <p className="font-semibold">Visitors see this one</p>
                ) : (
                  <Button size="small" aria-disabled={isPending} onClick={() => mutate({ version })}>
                    Use this one<span className="sr-only">{` of ${when}`}</span>
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
