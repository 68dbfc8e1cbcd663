import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { searchQuery } from '../api/queries.ts';
import { useTitle } from '../ui/title.ts';
import type { Card } from '../api/types.ts';
import { CardList } from './CardList.tsx';
import { useSteps } from './use-steps.ts';

const PAUSE_MS = 250;
/** The key of what was searched for last. It is in the query cache, which is emptied at sign-out. */
const TYPED = ['searched'];
const NOBODY: Card[] = [];

/** Searches for leads by words of a name, address or note, a part of a number, or a whole reference. */
export function SearchList({ currentId }: { currentId: string | undefined }) {
  useTitle('Search');
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const queries = useQueryClient();
  const [typed, setTyped] = useState(() => queries.getQueryData<string>(TYPED) ?? '');
  const [query, setQuery] = useState(typed);
  const found = useQuery(searchQuery(query));
  const cards = found.data?.cards;
  useSteps(cards ?? NOBODY);

  useEffect(() => {
    if (!location.hash.startsWith('#/lead/')) box.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => {
      setQuery(typed.trim());
      queries.setQueryData(TYPED, typed.trim());
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, queries]);

  return (
    <>
      <div className="list-head">
        <h1 className="text-h3">
          <label htmlFor={id}>Find a lead</label>
        </h1>
        <input
          ref={box}
          id={id}
          type="search"
          className="text-box"
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-hint`}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <p id={`${id}-hint`} className="hint">
          Part of a name, an address, a note or a number, or a reference.
        </p>
      </div>
      <p role="status" className="px-4 py-2 text-small text-ink-soft">
        {found.isFetching && <span>Searching</span>}
        {found.isError && <span>The search did not work. Change a letter to search again.</span>}
        {!found.isFetching && cards !== undefined && <span>{foundWords(cards.length)}</span>}
      </p>
      <CardList cards={cards ?? []} currentId={currentId} label="Found" />
    </>
  );
}

/** The call `search` returns no more leads than this. */
const MAX_RESULTS = 50;

function foundWords(count: number): string {
  if (count === 0) return 'Nobody found. Try fewer letters.';
  if (count === MAX_RESULTS) return `The newest ${MAX_RESULTS}. More letters narrow it down.`;
  return count === 1 ? '1 lead' : `${count} leads`;
}
