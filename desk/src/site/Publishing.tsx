import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useNow } from '../lib/use-now.ts';
import { Problem } from '../ui/Problem.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { call } from '../api/calls.ts';
import { isOvertaken, type SiteOverview, type SiteProblem, type SiteWork } from './site-calls.ts';
import { trailOf } from './form/schema.ts';
import { documentQuery, isBusy, siteKeys, useSiteChange, useWork } from './site-queries.ts';
import { changeInWords, countOf, formAddress, STEPS } from './words.ts';

/** How long it is said that something was published. */
const NEW_MS = 120_000;

/** The button that publishes all changes, what becomes of it, and what was in its way. */
export function Publishing({ site }: { site: SiteOverview }) {
  const queries = useQueryClient();
  const work = useWork() ?? site.work;
  const nowMs = useNow();
  const [overtaken, setOvertaken] = useState<string>();
  const changed = site.documents.flatMap(({ path, title, change }) =>
    change ? [{ path, title, change }] : [],
  );
  const publish = async () => {
    setOvertaken(undefined);
    try {
      const shown = Object.fromEntries(changed.map(({ path, change }) => [path, change.revision]));
      queries.setQueryData(siteKeys.work, await call('build_site', { purpose: 'publish', shown }));
      queries.setQueryData(siteKeys.begunHere, true);
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      setOvertaken(error.message);
      await queries.invalidateQueries({ queryKey: siteKeys.all });
    }
  };
  const telling = useSiteChange('tell_static_host');
  const ofHost = work.problems.find(({ of_host: isOfHost }) => isOfHost);
  const isNew =
    ofHost === undefined &&
    work.state === 'done' &&
    work.purpose === 'publish' &&
    work.version === site.live?.version &&
    nowMs - Date.parse(work.at ?? '') < NEW_MS;
  const isBuilding = isBusy(work);
  const failed = work.problems.length === 0 ? undefined : ofHost ? 'site-host' : 'site-problems';
  const outcome = isBuilding ? undefined : isNew ? 'site-published' : failed;
  useEffect(() => {
    if (outcome === undefined || !queries.getQueryData(siteKeys.begunHere)) return;
    queries.setQueryData(siteKeys.begunHere, false);
    document.getElementById(outcome)?.focus();
  }, [outcome, queries]);
  if (isBuilding) return <Progress work={work} />;
  return (
    <>
      <div role="status" className="empty:hidden">
        {isNew && (
          <p id="site-published" tabIndex={-1} className="notice">
            <strong>Published.</strong> <span>Visitors see it now.</span>
          </p>
        )}
      </div>
      {ofHost && (
        <section
          role="alert"
          aria-labelledby="site-host"
          className="notice notice-danger grid justify-items-start gap-2"
        >
          <h3 id="site-host" tabIndex={-1} className="text-h4">
            Published, but your web host still shows the former pages
          </h3>
          <p>
            {`${ofHost.message} Tell it again. If that fails too, ask whoever looks after the server to compare PUBLISH_HOOK with the build hook that the host shows.`}
          </p>
          <Problem>{telling.error?.message}</Problem>
          <Button size="small" aria-disabled={telling.isPending} onClick={() => telling.mutate({})}>
            {telling.isPending ? 'Telling it' : 'Tell it again'}
          </Button>
        </section>
      )}
      {work.state === 'failed' && (
        <Problems
          title={
            work.purpose === 'publish'
              ? 'Not published. The site is as before.'
              : 'The pages could not be made. The site is as before.'
          }
          problems={work.problems.filter((problem) => problem !== ofHost)}
          site={site}
        />
      )}
      {site.problems.length > 0 && work.state !== 'failed' && (
        <Problems title="To put right before you publish" problems={site.problems} site={site} />
      )}
      <Problem>{overtaken}</Problem>
      {overtaken !== undefined && (
        <Link href="/site/changes" className="text-link">
          See what has changed
        </Link>
      )}
      {changed.length > 0 && site.problems.length === 0 && (
        <ConfirmDialog
          trigger={`Publish ${countOf(changed.length, 'change', 'changes')}`}
          className="button button-primary justify-self-start"
          title={`Publish ${countOf(changed.length, 'change', 'changes')}?`}
          action="Publish"
          isDangerous={false}
          cancel="Not yet"
          onConfirm={publish}
        >
          <ul className="list-disc pl-5">
            {changed.map(({ path, title, change }) => (
              <li key={path}>
                <span>{title}</span>
                <span className="hint block">{changeInWords(change, nowMs)}</span>
              </li>
            ))}
          </ul>
          <p>Visitors see it within a minute. You can take it back with one press.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** How far the build has come. */
export function Progress({ work }: { work: SiteWork }) {
  const { state, seconds, usual_seconds: usual, by, purpose } = work;
  return (
    <div className="grid gap-2">
      <p role="status" className="font-semibold">
        {STEPS[state]}
      </p>
      <progress
        className="progress"
        aria-label="How far it is"
        max={usual}
        value={Math.min(seconds, usual * 0.95)}
      />
      <p className="hint">
        {`${purpose === 'publish' ? 'To publish' : 'To look at'}${by === null ? '' : `, asked for by ${by}`}. It usually takes ${countOf(usual, 'second', 'seconds')}. You can go on meanwhile.`}
      </p>
    </div>
  );
}

type ProblemsProps = { title: string; problems: readonly SiteProblem[]; site: SiteOverview };

/** What is in the way of publishing: each with a link to its field. */
export function Problems({ title, problems, site }: ProblemsProps) {
  return (
    <section className="notice notice-danger grid gap-2" aria-labelledby="site-problems">
      <h3 id="site-problems" tabIndex={-1} className="text-h4">
        {title}
      </h3>
      <ul className="grid gap-1">
        {problems.map((problem, index) => (
          <li key={index}>
            <ProblemLink problem={problem} site={site} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ProblemLink({
  problem: { path, field, message },
  site,
}: {
  problem: SiteProblem;
  site: SiteOverview;
}) {
  const title = site.documents.find((document) => document.path === path)?.title;
  // Its schema has the names of the fields.
  const { data: document } = useQuery({ ...documentQuery(path ?? ''), enabled: title !== undefined });
  if (path === null || title === undefined) return <p>{message}</p>;
  return (
    <Link href={formAddress(path, field)} className="problem-link">
      <span className="font-semibold">{`${document ? trailOf(document, field, title) : title}: `}</span>
      <span>{message}</span>
    </Link>
  );
}
