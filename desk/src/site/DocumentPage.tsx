import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useMe } from '../api/use-me.ts';
import { useNow } from '../lib/use-now.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { DeskIcon } from '../ui/DeskIcon.tsx';
import { useTitle } from '../ui/title.ts';
import { Conflict } from './Conflict.tsx';
import { Differences } from './Differences.tsx';
import { Failure } from '../ui/Failure.tsx';
import type { Json } from './form/json.ts';
import { trailOf } from './form/schema.ts';
import { SchemaForm } from './form/SchemaForm.tsx';
import { Problem } from '../ui/Problem.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import {
  isOvertaken,
  type Shown,
  type SiteDocument,
  type SiteOverview,
  type SiteProblem,
} from './site-calls.ts';
import { documentQuery, siteQuery, useSiteChange } from './site-queries.ts';
import { useDocument } from './use-document.ts';
import { changeInWords, countOf } from './words.ts';

type Props = {
  path: string;
  /** The field that gets the focus. */
  field: (string | number)[] | undefined;
};

/** The form of one document of the site. */
export function DocumentPage({ path, field }: Props) {
  const { data: document, error, refetch } = useQuery(documentQuery(path));
  const { data: site } = useQuery(siteQuery());
  return (
    <div className="page site-document">
      <Link href="/site" className="text-link -mb-6 gap-1.5 justify-self-start no-underline">
        <DeskIcon name="back" />
        Site
      </Link>
      {error && !document && <Failure error={error} retry={() => void refetch()} />}
      {!error && !document && <p role="status">One moment</p>}
      {document && site && <Editing key={path} document={document} site={site} field={field} />}
    </div>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();
const focusOn = (id: string) => globalThis.document.getElementById(id)?.focus();

const WITHDRAWING = {
  button: 'Withdraw this figure',
  hint: 'If you withdraw it, the site no longer says it. Every sentence that has the figure must then be changed. The desk lists these sentences before you publish.',
};

/** What fields choose from: the pages, and those that can have reviews, by the keys in `reviews.yaml`. */
function choicesOf({ documents }: SiteOverview) {
  const pages = documents.flatMap(({ address, title }) => (address === null ? [] : [{ address, title }]));
  const parts = documents.flatMap(({ path, group, address, title }): [string, string][] => {
    if (path === 'home.yaml') return [['home', title]];
    return group === 'cities' && address !== null ? [[address.slice(1), title]] : [];
  });
  return { pages, parts: Object.fromEntries(parts) };
}

/** What is wrong with the document: in itself, beside the others, and what the last build has found if it is as it was then. */
function problemsOf({ path, problems, change }: SiteDocument, site: SiteOverview): SiteProblem[] {
  const isBuilt = change === null || change.at < (site.work.at ?? '');
  const found = site.work.state === 'failed' && isBuilt ? site.work.problems : [];
  const all = [...problems, ...[...site.problems, ...found].filter((problem) => problem.path === path)];
  const keyOf = ({ field, message }: SiteProblem) => `${field.join('/')} ${message}`;
  return [...new Map(all.map((problem) => [keyOf(problem), problem])).values()];
}

type Reviews = Record<string, { items: Record<string, Json>[] }>;

type EditingProps = { document: SiteDocument; site: SiteOverview; field: Props['field'] };

function Editing({ document, site, field }: EditingProps) {
  const { path, title, schema, claims, change, revision } = document;
  const problems = problemsOf(document, site);
  const me = useMe();
  const nowMs = useNow();
  const [, navigate] = useLocation();
  const words = useDocument(me.id, document);
  const listing = () =>
    problems.map((problem) => ({
      ...problem,
      trail: trailOf({ schema, value: words.value, claims }, problem.field),
    }));
  const [listed, setListed] = useState(listing);
  /** What this owner saw, if nothing was discarded or removed because another owner had changed the document. */
  const [overtaken, setOvertaken] = useState<{ message: string; value: Json }>();
  useTitle(title);

  const toSite = () => navigate('/site');
  const discarding = useSiteChange('discard_site_change');
  const removing = useSiteChange('remove_site_document', toSite);
  /** @returns the site as it is then; undefined if another owner was first */
  const ifAsShown = async (act: (shown: Shown) => Promise<SiteOverview>) => {
    setOvertaken(undefined);
    await words.save();
    try {
      return await act({ path, revision: Math.max(revision, words.ownRevision()) });
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      setOvertaken({ message: error.message, value: words.value });
      return undefined;
    }
  };
  const discard = async () => {
    const after = await ifAsShown(discarding.mutateAsync);
    if (after === undefined) return;
    words.forget();
    if (!after.documents.some((one) => one.path === path)) toSite();
  };
  if (change?.kind === 'removed') {
    return (
      <section>
        <h1 className="text-h2">{title}</h1>
        <p>This page goes from the site when you publish.</p>
        <Problem>{discarding.error?.message}</Problem>
        <Button
          variant="primary"
          className="justify-self-start"
          onClick={() => discarding.mutate({ path, revision })}
        >
          Keep the page
        </Button>
      </section>
    );
  }
  return (
    <>
      <div>
        <h1 className="text-h2">{title}</h1>
        <p className="hint mt-1">
          {change ? `${changeInWords(change, nowMs)}. Not published yet.` : 'As visitors see it now.'}
        </p>
      </div>
      {words.state === 'conflict' && <Conflict document={document} words={words} />}
      {words.state !== 'conflict' && overtaken && (
        <section role="alert" className="notice notice-danger grid gap-3">
          <p>{overtaken.message}</p>
          <Differences
            {...{ schema, claims }}
            before={overtaken.value}
            after={document.value}
            sides={['As you saw it', 'Now']}
          />
        </section>
      )}
      {path === 'reviews.yaml' && <ExampleReviews value={words.value} onChange={words.change} />}
      <SchemaForm
        schema={schema}
        title={title}
        value={words.value}
        choices={{ claims, ...choicesOf(site) }}
        problems={problems}
        listed={listed}
        removing={path === 'claims.yaml' ? WITHDRAWING : undefined}
        first={field}
        onChange={words.change}
      />
      {(change !== null || document.may_be_removed) && (
        <section aria-label="The whole page">
          {change?.kind === 'changed' && (
            <details>
              <summary className="disclosure">What has changed here</summary>
              <div className="mt-3">
                <Differences
                  {...{ schema, claims }}
                  before={document.live ?? undefined}
                  after={words.value}
                />
              </div>
            </details>
          )}
          <div className="flex flex-wrap gap-2">
            {change !== null && (
              <ConfirmDialog
                trigger="Discard this change"
                className="button button-danger button-small"
                title={change.kind === 'added' ? 'Discard the new page?' : 'Discard this change?'}
                action="Discard it"
                onConfirm={discard}
              >
                <p>
                  {change.kind === 'added'
                    ? 'The new page and all its words are deleted.'
                    : 'The words are again as visitors see them now. What you typed is deleted.'}
                </p>
              </ConfirmDialog>
            )}
            {document.may_be_removed && change?.kind !== 'added' && (
              <ConfirmDialog
                trigger="Remove this page"
                className="button button-danger button-small"
                title={`Remove “${title}”?`}
                action="Remove it"
                onConfirm={() => ifAsShown(removing.mutateAsync)}
              >
                <p>The page goes from the site when you publish. Until then you can take that back.</p>
              </ConfirmDialog>
            )}
          </div>
        </section>
      )}
      <div className="site-bar">
        <SaveStatus state={words.state} message={words.message} savedAt={change?.at} />
        {problems.length > 0 && (
          <Button
            variant="plain"
            size="small"
            onClick={() => {
              setListed(listing());
              requestAnimationFrame(() => focusOn('site-problems'));
            }}
          >
            {countOf(problems.length, 'thing to put right', 'things to put right')}
          </Button>
        )}
        {words.state === 'conflict' ? (
          <Button variant="primary" className="ml-auto" onClick={() => focusOn('site-conflict')}>
            See what they changed
          </Button>
        ) : (
          <Button
            variant="primary"
            className="ml-auto"
            onClick={() =>
              void words.save().then((isStored) => isStored && navigate(`/site/preview/${path}`))
            }
          >
            Preview
          </Button>
        )}
      </div>
    </>
  );
}

/** The reviews that a new site begins with. They must all go before the public may see it. */
function ExampleReviews({ value, onChange }: { value: Json; onChange: (value: Json) => void }) {
  const pages = Object.entries(value as Reviews);
  const real = pages.map(([page, { items, ...rest }]): [string, Json] => [
    page,
    { ...rest, items: items.filter(({ example }) => example !== true) },
  ]);
  const count = pages.flatMap(([, { items }]) => items).filter(({ example }) => example).length;
  const [taken, setTaken] = useState(0);
  if (taken > 0 && count === 0) {
    return (
      <p role="status" tabIndex={-1} ref={focus} className="notice">
        {`${taken} examples are taken out. “Discard this change”, below, puts them back.`}
      </p>
    );
  }
  if (count < 2) return null;
  return (
    <Button
      className="justify-self-start"
      onClick={() => {
        setTaken(count);
        onChange(Object.fromEntries(real));
      }}
    >
      {`Take out all ${count} examples`}
    </Button>
  );
}
