import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { countsQuery, inboxQuery } from '../api/queries.ts';
import { AlertsChoice } from '../live/AlertsChoice.tsx';
import { useAlertsSetting } from '../live/alerts.ts';
import { useNow } from '../lib/use-now.ts';
import { useTitle } from '../ui/title.ts';
import { Arrivals } from './Arrivals.tsx';
import { CardList } from './CardList.tsx';
import { ListState } from './ListState.tsx';
import { ShowMore } from './ShowMore.tsx';
import { useSteps } from './use-steps.ts';
import { GROUP_WORDS, groupsOf, type GroupName } from './lead-status.ts';

/** The list "Now": complaints, overdue first contacts, new leads, follow-ups that are due, then the rest. */
export function CallNowList({ currentId }: { currentId: string | undefined }) {
  useTitle('Now');
  const nowMs = useNow();
  const alertsSetting = useAlertsSetting();
  const list = useInfiniteQuery(inboxQuery('now'));
  const { data: counts } = useQuery(countsQuery());
  const cards = list.data?.pages.flatMap((page) => page.cards) ?? [];
  const groups = groupsOf(cards, nowMs);
  useSteps(
    groups.flatMap((group) => group.cards),
    list,
  );
  // Until all pages are loaded, the groups show the counts from the server, which has no count for the group "later".
  const totalOf = (name: GroupName) => (list.hasNextPage && name !== 'later' ? counts?.[name] : undefined);
  return (
    <>
      <Arrivals isListEmpty={cards.length === 0} isNow={currentId === undefined} />
      <ListState list={list} />
      {list.isSuccess && cards.length === 0 && (
        <p className="p-5 text-ink-soft max-lg:hidden">People to ring appear here.</p>
      )}
      {groups.map(({ name, cards: members }) => (
        <section key={name} aria-labelledby={`group-${name}`}>
          <h2
            id={`group-${name}`}
            className="bg-wash px-4 py-2 font-sans text-small font-bold text-ink md:px-5"
          >
            <span>{GROUP_WORDS[name]}</span>{' '}
            <span className="font-normal">{totalOf(name) ?? members.length}</span>
          </h2>
          <CardList cards={members} currentId={currentId} />
        </section>
      ))}
      <ShowMore list={list} />
      {alertsSetting === undefined && (
        <div className="p-4">
          <AlertsChoice />
        </div>
      )}
      {counts !== undefined && counts.suspect > 0 && (
        <p className="p-4">
          <Link href="/all/suspect" className="quiet-link">
            {`${counts.suspect === 1 ? '1 suspect lead is' : `${counts.suspect} suspect leads are`} listed apart`}
          </Link>
        </p>
      )}
    </>
  );
}
