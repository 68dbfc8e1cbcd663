import { expect, test } from 'vitest';
import { CHAT_LEAD, VALUATION_LEAD } from '#support/leads/sample-leads.ts';
import { submissionIdOf } from './submission-id.ts';

const MORNING = new Date('2026-11-22T08:00:00Z');
const EVENING = new Date('2026-11-22T23:59:59Z');
const NEXT_DAY = new Date('2026-11-23T00:00:00Z');

test('the same answers have the same id all day, as a UUID of version 8', async () => {
  const id = await submissionIdOf(VALUATION_LEAD, MORNING);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(await submissionIdOf({ ...VALUATION_LEAD }, EVENING)).toBe(id);
});

test.each([
  ['other answers', { ...VALUATION_LEAD, address: '3/1, 14 Great Junction Street' }, MORNING],
  ['the answers and the source of the other form', CHAT_LEAD, MORNING],
  ['the date of the next day', VALUATION_LEAD, NEXT_DAY],
])('a lead with %s has another id', async (_what, lead, now) => {
  expect(await submissionIdOf(lead, now)).not.toBe(await submissionIdOf(VALUATION_LEAD, MORNING));
});
