import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { deskConfig } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { timeInWords } from '../lib/london.ts';
import { useNow } from '../lib/use-now.ts';
import { Problem } from '../ui/Problem.tsx';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';
import { Form } from '../ui/Form.tsx';
import { SaveButton } from '../ui/SaveButton.tsx';
import { Failure } from '../ui/Failure.tsx';
import { keptPaths } from './kept-words.ts';
import { Publishing } from './Publishing.tsx';
import { addDocument, type SiteGroup, type SiteOverview } from './site-calls.ts';
import { siteKeys, siteQuery, wordsQuery } from './site-queries.ts';
import { Versions } from './Versions.tsx';
import { changeInWords, CONTENTS, countOf, formAddress, GROUPS, SHORTCUTS } from './words.ts';

/** The list of what can be changed on the site, what was changed and not published yet, and the versions before. */
export function OverviewPage() {
  const { data: site, error, refetch } = useQuery(siteQuery());
  return (
    <div className="page">
      <div>
        <h1 className="text-h2">Site</h1>
        <p className="mt-2">Change what visitors read. Nobody sees a change until you publish it.</p>
        <p>
          <a href={deskConfig().siteUrl} target="_blank" rel="noreferrer" className="text-link">
            Open the site
          </a>
        </p>
      </div>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {site === undefined && !error && <p role="status">One moment</p>}
      {site && (
        <>
          <State site={site} />
          <Documents site={site} />
          <Versions site={site} />
        </>
      )}
    </div>
  );
}

function State({ site }: { site: SiteOverview }) {
  const me = useMe();
  const nowMs = useNow();
  const changed = site.documents.filter(({ change }) => change !== null);
  const kept = keptPaths(me.id).map((path) => ({
    path,
    title: site.documents.find((document) => document.path === path)?.title ?? path,
  }));
  return (
    <section className="panel" aria-labelledby="site-state">
      <h2 id="site-state" className="text-h3">
        {changed.length === 0
          ? 'Nothing waits to be published'
          : `${countOf(changed.length, 'change is', 'changes are')} not published yet`}
      </h2>
      <p className="hint">{liveInWords(site, nowMs)}</p>
      {kept.length > 0 && (
        <div className="notice">
          <p>Something you typed is only on this device. Open it, and it is saved:</p>
          <ul>
            {kept.map(({ path, title }) => (
              <li key={path}>
                <Link href={formAddress(path)} className="text-link">
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      {changed.length > 0 && (
        <>
          <ul className="rows">
            {changed.map(({ path, title, change }) => (
              <li key={path}>
                <Link href={formAddress(path)} className="text-link">
                  {title}
                </Link>
                <span className="hint block">{change && changeInWords(change, nowMs)}</span>
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap gap-2">
            <Link href="/site/preview" className="button button-secondary">
              Look at the pages
            </Link>
            <Link href="/site/changes" className="button button-secondary">
              What has changed
            </Link>
          </div>
        </>
      )}
      <Publishing site={site} />
    </section>
  );
}

function liveInWords({ live, is_open: isOpen, problems }: SiteOverview, nowMs: number): string {
  if (!isOpen) {
    return `Nobody can see the site yet. ${problems.length > 0 ? 'Put right what is listed here, then publish it.' : 'Publish it, and everybody can.'}`;
  }
  if (live === null) return 'Visitors see the site as it was installed. Nothing was published from here yet.';
  return `Visitors see what was published ${timeInWords(live.at, nowMs)}${live.by === null ? '' : ` by ${live.by}`}.`;
}

function Documents({ site }: { site: SiteOverview }) {
  const [sought, setSought] = useState('');
  const nowMs = useNow();
  const words = sought.trim().toLowerCase().split(/\s+/);
  const isFound = ({ path, title, group }: SiteOverview['documents'][number]) => {
    const text = `${title} ${CONTENTS[path] ?? ''} ${GROUPS[group]}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const order = Object.keys(CONTENTS);
  const phrase = sought.trim();
  const { data: places = [], isFetching } = useQuery(wordsQuery(phrase));
  const placeIn = (path: string) =>
    phrase.length > 1 ? places.find((place) => place.path === path) : undefined;
  const found = site.documents
    .filter((document) => isFound(document) || placeIn(document.path))
    .toSorted((one, other) => order.indexOf(one.path) - order.indexOf(other.path));
  const groups = Object.keys(GROUPS) as SiteGroup[];
  return (
    <section aria-labelledby="site-documents">
      <h2 id="site-documents" className="text-h3">
        What you can change
      </h2>
      <nav aria-label="Changed most often" className="flex flex-wrap gap-1.5">
        {SHORTCUTS.filter(({ path }) => site.documents.some((one) => one.path === path)).map(
          ({ title, path, field }) => (
            <Link key={title} href={formAddress(path, field)} className="view-link">
              {title}
            </Link>
          ),
        )}
      </nav>
      <TextField
        label="Search"
        hint="Such as: hours, review, Perth, or words of a page"
        type="search"
        autoComplete="off"
        value={sought}
        onText={setSought}
      />
      <p role="status" className="empty:hidden">
        {found.length === 0 && !isFetching && `Nothing found for “${phrase}”. A shorter word may help.`}
      </p>
      {groups.map((group) => {
        const documents = found.filter((document) => document.group === group);
        const canAdd = (group === 'cities' || group === 'articles') && sought === '';
        if (documents.length === 0 && !canAdd) return null;
        return (
          <div key={group}>
            <h3 className="text-h4">{GROUPS[group]}</h3>
            <ul className="rows mt-1">
              {documents.map(({ path, title, change }) => {
                const place = placeIn(path);
                return (
                  <li key={path}>
                    <Link href={formAddress(path, place?.field)} className="text-link">
                      {title}
                    </Link>
                    {place && <q className="block">{place.excerpt}</q>}
                    {!place && CONTENTS[path] !== undefined && (
                      <span className="hint block">{CONTENTS[path]}</span>
                    )}
                    {change && (
                      <span className="block text-small font-semibold text-accent">
                        {changeInWords(change, nowMs)}
                      </span>
                    )}
                  </li>
                );
              })}
            </ul>
            {canAdd && <Adding group={group} />}
          </div>
        );
      })}
    </section>
  );
}

const ADDING = {
  cities: {
    ask: 'Add a city',
    label: 'Name of the city',
    hint: 'Its page gets this name as its address: Perth becomes /perth.',
  },
  articles: {
    ask: 'Add an article',
    label: 'Title of the article',
    hint: 'Its address is made from this title, and stays.',
  },
} as const;

function Adding({ group }: { group: keyof typeof ADDING }) {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [title, setTitle] = useState<string>();
  const { ask, label, hint } = ADDING[group];
  const { mutate, isPending, error } = useMutation({
    mutationFn: (given: string) => addDocument(group, given),
    onSuccess(document) {
      queries.setQueryData(siteKeys.document(document.path), document);
      void queries.invalidateQueries({ queryKey: siteKeys.overview });
      navigate(formAddress(document.path));
    },
  });
  if (title === undefined) {
    return (
      <Button size="small" className="mt-3" onClick={() => setTitle('')}>
        {ask}
      </Button>
    );
  }
  return (
    <div className="mt-3">
      <Form isReadOnly={isPending} onSave={() => mutate(title)}>
        <TextField {...{ label, hint }} value={title} autoFocus autoComplete="off" onText={setTitle} />
        <Problem>{error?.message}</Problem>
        <div className="flex flex-wrap gap-2">
          <SaveButton isSending={isPending}>Add it</SaveButton>
          <Button variant="plain" onClick={() => setTitle(undefined)}>
            Cancel
          </Button>
        </div>
      </Form>
    </div>
  );
}
