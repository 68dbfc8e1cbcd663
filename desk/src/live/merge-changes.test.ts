import { expect, test } from 'vitest';
import { deskCard, deskEvent, deskLead, NO_CHANGES } from '#support/desk/desk-leads.ts';
import { showList } from '#support/desk/show-list.ts';
import { createQueryClient, queryKeys } from '../api/queries.ts';
import type { Changes, InboxPage } from '../api/types.ts';
import { isListed, mergeChanges, mergeLead } from './merge-changes.ts';

const COUNTS = NO_CHANGES.counts;
const NOTED = deskEvent('noted', { lead_id: 'a', text: 'Roof' });

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
  mergeChanges(queries, { ...NO_CHANGES, cards: [deskCard({ id: 'b', assignee }), deskCard({ id: 'new' })] });
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
  mergeChanges(queries, { ...NO_CHANGES, cards: [deskCard({ id: 'b' })] });
  expect(queries.getQueryState(queryKeys.inbox('now'))?.isInvalidated).toBe(true);
});

test('an erased lead is removed from every list', () => {
  const queries = clientWithList();
  mergeChanges(queries, { ...NO_CHANGES, gone: ['b'] });
  expect(listed(queries)?.map(({ id }) => id)).toEqual(['a']);
  expect(queries.getQueryData(queryKeys.search('mor'))).toEqual({ cards: [] });
});

test.each<[what: string, changes: Partial<Changes>, stale: string[]]>([
  ['its card changed', { cards: [deskCard({ id: 'b' })] }, ['b']],
  ['it was erased', { gone: ['b'] }, ['b']],
  ['it has a new event', { events: [NOTED, { ...NOTED, lead_id: null }] }, ['a']],
  ['too much has changed for one poll', { reset: true }, ['a', 'b']],
])('a lead is marked as stale if %s, and no other is', (_what, changes, stale) => {
  const queries = clientWithList();
  for (const id of ['a', 'b']) queries.setQueryData(queryKeys.lead(id), { id });
  mergeChanges(queries, { ...NO_CHANGES, ...changes });
  const isStale = (id: string) => queries.getQueryState(queryKeys.lead(id))?.isInvalidated;
  expect(['a', 'b'].filter(isStale)).toEqual(stale);
});

test.each<[what: string, changes: Partial<Changes>, now: boolean, others: boolean]>([
  ['more leads are due', { counts: { ...COUNTS, due: 1 } }, true, false],
  ['as many leads are due', {}, false, false],
  ['too much has changed for one poll', { reset: true }, true, true],
])('if %s, the lists that may lack leads are marked as stale', (_what, changes, now, others) => {
  const queries = clientWithList();
  queries.setQueryData(queryKeys.counts, COUNTS);
  mergeChanges(queries, { ...NO_CHANGES, ...changes });
  const isStale = (key: readonly string[]) => queries.getQueryState(key)?.isInvalidated;
  expect([isStale(queryKeys.inbox('now')), isStale(queryKeys.search('mor'))]).toEqual([now, others]);
});

test('a lead is listed if every list on the screen shows it, whatever the others have', () => {
  const queries = clientWithList();
  const listedNow = () => ['a', 'b', 'd'].map((id) => isListed(queries, id));
  expect(listedNow()).toEqual([false, false, false]);
  showList(queries, queryKeys.inbox('now'));
  expect(listedNow()).toEqual([true, true, false]);
  showList(queries, queryKeys.search('mor'));
  expect(listedNow()).toEqual([false, true, false]);
});

test.each([
  ['has an older version', { version: 1 }],
  ['is older by a note', { version: 2, changed_at: '2026-11-20T14:59:59Z' }],
])('a late poll response that %s does not overwrite the user’s own change', (_what, older) => {
  const queries = clientWithList();
  const assignee = { id: 'me', name: 'Ann Bell' };
  mergeLead(queries, deskLead({ id: 'b', version: 2, assignee }));
  mergeChanges(queries, { ...NO_CHANGES, cards: [deskCard({ id: 'b', ...older })] });
  expect(listed(queries)?.find(({ id }) => id === 'b')?.assignee).toEqual(assignee);
});

test('the user’s own change is put into the lists and the lead at once', () => {
  const queries = clientWithList();
  const lead = deskLead({ id: 'a', version: 2, stage: 'contacted' });
  mergeLead(queries, lead, false);
  expect(queries.getQueryState(queryKeys.inbox('now'))?.isInvalidated).toBe(false);
  mergeLead(queries, lead);
  expect(listed(queries)?.find(({ id }) => id === 'a')?.stage).toBe('contacted');
  expect(queries.getQueryData(queryKeys.lead('a'))).toBe(lead);
  // The change may have moved the lead to another list or place.
  expect(queries.getQueryState(queryKeys.inbox('now'))?.isInvalidated).toBe(true);
});

test('a read of the lead that began before the user’s own change does not overwrite it', async () => {
  const queries = clientWithList();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const reading = queries.query({ queryKey: queryKeys.lead('a'), queryFn: () => promise });
  const lead = deskLead({ id: 'a', version: 2 });
  mergeLead(queries, lead);
  resolve(deskLead({ id: 'a', version: 1 }));
  await reading.catch(() => undefined);
  expect(queries.getQueryData(queryKeys.lead('a'))).toBe(lead);
});
