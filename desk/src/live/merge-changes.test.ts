import { expect, test } from 'vitest';
import { deskCard, deskLead } from '#support/desk-leads.ts';
import { createQueryClient, queryKeys } from '../api/queries.ts';
import type { Changes, InboxPage } from '../api/types.ts';
import { mergeChanges, mergeLead } from './merge-changes.ts';

const COUNTS = { overdue: 0, new: 1, due: 0, suspect: 0, mine: 0 };
const NOTHING: Changes = {
  cursor: '2',
  now: '2026-11-23T10:00:00Z',
  reset: false,
  events: [],
  cards: [],
  gone: [],
  counts: COUNTS,
};

function clientWithList() {
  const queries = createQueryClient();
  const page: InboxPage = {
    cards: [deskCard({ id: 'a' }), deskCard({ id: 'b' })],
    counts: COUNTS,
    next: null,
  };
  queries.setQueryData(queryKeys.inbox('now'), { pages: [page], pageParams: [null] });
  queries.setQueryData(queryKeys.search('mor'), { cards: [deskCard({ id: 'b' })] });
  return queries;
}

const listed = (queries: ReturnType<typeof createQueryClient>) =>
  queries.getQueryData<{ pages: InboxPage[] }>(queryKeys.inbox('now'))?.pages.flatMap(({ cards }) => cards);

test('a changed card is replaced in every list that has it', () => {
  const queries = clientWithList();
  const assignee = { id: 'x', name: 'Ben Okafor' };
  mergeChanges(queries, { ...NOTHING, cards: [deskCard({ id: 'b', assignee }), deskCard({ id: 'new' })] });
  expect(listed(queries)?.map(({ id, assignee: holder }) => [id, holder?.name])).toEqual([
    ['a', undefined],
    ['b', 'Ben Okafor'],
  ]);
  expect(queries.getQueryData(queryKeys.search('mor'))).toMatchObject({ cards: [{ id: 'b', assignee }] });
  expect(queries.getQueryData(queryKeys.counts)).toEqual(COUNTS);
});

test('after a poll, a list that is not on the screen is still marked as stale', async () => {
  const queries = clientWithList();
  // The user presses the button that adds new leads, which marks all lists as stale.
  await queries.invalidateQueries({ queryKey: queryKeys.lists });
  mergeChanges(queries, { ...NOTHING, cards: [deskCard({ id: 'b' })] });
  expect(queries.getQueryState(queryKeys.inbox('now'))?.isInvalidated).toBe(true);
});

test('an erased lead is removed from every list', () => {
  const queries = clientWithList();
  mergeChanges(queries, { ...NOTHING, gone: ['b'] });
  expect(listed(queries)?.map(({ id }) => id)).toEqual(['a']);
  expect(queries.getQueryData(queryKeys.search('mor'))).toEqual({ cards: [] });
});

test('a lead that changed is marked as stale, and no other', () => {
  const queries = clientWithList();
  queries.setQueryData(queryKeys.lead('b'), { id: 'b' });
  queries.setQueryData(queryKeys.lead('a'), { id: 'a' });
  mergeChanges(queries, { ...NOTHING, cards: [deskCard({ id: 'b' })] });
  const isStale = (id: string) => queries.getQueryState(queryKeys.lead(id))?.isInvalidated;
  expect([isStale('a'), isStale('b')]).toEqual([false, true]);
});

test('a late poll response does not overwrite the user’s own newer change', () => {
  const queries = clientWithList();
  const assignee = { id: 'me', name: 'Ann Bell' };
  mergeLead(queries, deskLead({ id: 'b', version: 2, assignee }));
  mergeChanges(queries, { ...NOTHING, cards: [deskCard({ id: 'b', version: 1 })] });
  expect(listed(queries)?.find(({ id }) => id === 'b')?.assignee).toEqual(assignee);
});

test('the user’s own change is put into the lists and the lead at once', () => {
  const queries = clientWithList();
  const lead = deskLead({ id: 'a', version: 2, stage: 'contacted' });
  mergeLead(queries, lead);
  expect(listed(queries)?.find(({ id }) => id === 'a')?.stage).toBe('contacted');
  expect(queries.getQueryData(queryKeys.lead('a'))).toBe(lead);
});
