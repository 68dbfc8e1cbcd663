import { useInfiniteQuery } from '@tanstack/react-query';
import { inboxQuery } from '../api/queries.ts';
import type { View } from '../api/types.ts';
import { useTitle } from '../ui/use-title.ts';
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

/** A list of leads, such as "Mine" or those at one stage. It shows fifty leads, and "Show more" adds fifty more. */
export function ViewList({ view, currentId }: { view: View; currentId: string | undefined }) {
  useTitle(VIEW_WORDS[view]);
  const list = useInfiniteQuery(inboxQuery(view));
  const cards = list.data?.pages.flatMap((page) => page.cards) ?? [];
  useSteps(cards, list);
  return (
    <>
      <div className="list-head">
        <h1 className="text-h3">{VIEW_WORDS[view]}</h1>
      </div>
      <ViewLinks view={view} />
      <Arrivals isListEmpty={cards.length === 0} />
      <ListState list={list} />
      {list.isSuccess && cards.length === 0 && (
        <p className="p-5 text-ink-soft">{EMPTY_WORDS[view] ?? 'No lead is at this stage.'}</p>
      )}
      <CardList cards={cards} currentId={currentId} label={VIEW_WORDS[view]} />
      <ShowMore list={list} />
    </>
  );
}
