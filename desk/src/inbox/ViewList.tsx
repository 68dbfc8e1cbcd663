import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useState, type ComponentType } from 'react';
import { inboxQuery } from '../api/queries.ts';
import type { Card, View } from '../api/types.ts';
import { Button } from '../ui/Button.tsx';
import { useTitle } from '../ui/title.ts';
import { VIEW_WORDS } from '../ui/words.ts';
import { Arrivals } from './Arrivals.tsx';
import { CardList } from './CardList.tsx';
import { ListState } from './ListState.tsx';
import { ShowMore } from './ShowMore.tsx';
import { useSteps } from './use-steps.ts';
import { ViewLinks } from './ViewLinks.tsx';

const EMPTY_WORDS: Partial<Record<View, string>> = {
  mine: 'No lead is yours yet. Take one and it appears here.',
  suspect: 'Nothing looks like spam.',
  all: 'There are no enquiries yet.',
  open: 'No lead is open.',
  unplanned: 'Every open lead has a next step.',
};

/** The leads that were chosen to be changed together, and what to call when their changes were made. */
export type BulkProps = { cards: readonly Card[]; onSent: () => void };

type Props = { view: View; currentId: string | undefined; Bulk: ComponentType<BulkProps> };

/** A list of leads, such as "Mine" or those at one stage. It shows fifty leads, and "Show more" adds fifty more. */
export function ViewList({ view, currentId, Bulk }: Props) {
  useTitle(VIEW_WORDS[view]);
  const list = useInfiniteQuery(inboxQuery(view));
  const cards = list.data?.pages.flatMap((page) => page.cards) ?? [];
  useSteps(cards, list);
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const choose = useCallback((id: string) => {
    setChosen((before = new Set()) =>
      before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id]),
    );
  }, []);
  return (
    <>
      <div className="list-head grid-cols-[1fr_auto] items-center">
        <h1 className="text-h3">{VIEW_WORDS[view]}</h1>
        <Button
          variant="plain"
          size="small"
          className="-mr-3"
          onClick={() => setChosen(chosen === undefined ? new Set() : undefined)}
        >
          {chosen === undefined ? 'Choose several' : 'Stop choosing'}
        </Button>
      </div>
      <ViewLinks view={view} />
      <Arrivals isListEmpty={cards.length === 0} />
      <ListState list={list} />
      {list.isSuccess && cards.length === 0 && (
        <p className="p-5 text-ink-soft">{EMPTY_WORDS[view] ?? 'No lead is at this stage.'}</p>
      )}
      {chosen !== undefined && (
        <Suspense fallback={null}>
          <Bulk cards={cards.filter(({ id }) => chosen.has(id))} onSent={() => setChosen(new Set())} />
        </Suspense>
      )}
      <CardList
        cards={cards}
        currentId={currentId}
        label={VIEW_WORDS[view]}
        chosen={chosen}
        onChoose={choose}
      />
      <ShowMore list={list} />
    </>
  );
}
