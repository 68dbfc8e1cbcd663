import { expect, test } from 'vitest';
import { deskCard, deskLead } from '#support/desk-leads.ts';
import { createQueryClient, keys } from '../api/queries.ts';
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
  queries.setQueryData(keys.inbox('now'), { pages: [page], pageParams: [null] });
  queries.setQueryData(keys.search('mor'), { cards: [deskCard({ id: 'b' })] });
  return queries;
}

const listed = (queries: ReturnType<typeof createQueryClient>) =>
  queries.getQueryData<{ pages: InboxPage[] }>(keys.inbox('now'))?.pages.flatMap(({ cards }) => cards);

test('a change shows where the card is, in every list', () => {
  const queries = clientWithList();
  const assignee = { id: 'x', name: 'Ben Okafor' };
  mergeChanges(queries, { ...NOTHING, cards: [deskCard({ id: 'b', assignee }), deskCard({ id: 'new' })] });
  expect(listed(queries)?.map(({ id, assignee: holder }) => [id, holder?.name])).toEqual([
    ['a', undefined],
    ['b', 'Ben Okafor'],
  ]);
  expect(queries.getQueryData(keys.search('mor'))).toMatchObject({ cards: [{ id: 'b', assignee }] });
  expect(queries.getQueryData(keys.counts)).toEqual(COUNTS);
});

test('a list that is not on the screen is read again when it is opened', async () => {
  const queries = clientWithList();
  // Somebody has let new leads in.
  await queries.invalidateQueries({ queryKey: keys.lists });
  mergeChanges(queries, { ...NOTHING, cards: [deskCard({ id: 'b' })] });
  expect(queries.getQueryState(keys.inbox('now'))?.isInvalidated).toBe(true);
});

test('an erased lead leaves every list', () => {
  const queries = clientWithList();
  mergeChanges(queries, { ...NOTHING, gone: ['b'] });
  expect(listed(queries)?.map(({ id }) => id)).toEqual(['a']);
  expect(queries.getQueryData(keys.search('mor'))).toEqual({ cards: [] });
});

test('an open lead that changed is read again', () => {
  const queries = clientWithList();
  queries.setQueryData(keys.lead('b'), { id: 'b' });
  queries.setQueryData(keys.lead('a'), { id: 'a' });
  mergeChanges(queries, { ...NOTHING, cards: [deskCard({ id: 'b' })] });
  const isStale = (id: string) => queries.getQueryState(keys.lead(id))?.isInvalidated;
  expect([isStale('a'), isStale('b')]).toEqual([false, true]);
});

test('an answer that was on its way when one changed the lead does not bring the old state back', () => {
  const queries = clientWithList();
  const assignee = { id: 'me', name: 'Ann Bell' };
  mergeLead(queries, deskLead({ id: 'b', version: 2, assignee }));
  mergeChanges(queries, { ...NOTHING, cards: [deskCard({ id: 'b', version: 1 })] });
  expect(listed(queries)?.find(({ id }) => id === 'b')?.assignee).toEqual(assignee);
});

test('one’s own change shows in the lists and in the lead at once', () => {
  const queries = clientWithList();
  const lead = deskLead({ id: 'a', version: 2, stage: 'contacted' });
  mergeLead(queries, lead);
  expect(listed(queries)?.find(({ id }) => id === 'a')?.stage).toBe('contacted');
  expect(queries.getQueryData(keys.lead('a'))).toBe(lead);
});
