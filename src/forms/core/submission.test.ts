import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChatLead } from '#lead/lead.ts';
import { submissionIdOf } from '#lead/submission-id.ts';
import { submissionFor } from './submission.ts';

const LEAD: ChatLead = { name: 'Iain', phone: '0131 496 0999', message: 'Any fees?', source: 'chat_widget' };
const ORIGIN = 'page=/glasgow';
const NOW = new Date('2026-11-22T23:59:00Z');
const AFTER_MIDNIGHT = new Date('2026-11-23T00:01:00Z');

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('the same answers, filled in again on the same day, are the same submission', async () => {
  expect(await submissionFor(LEAD, undefined, NOW, ORIGIN)).toEqual(
    await submissionFor({ ...LEAD }, undefined, NOW, ORIGIN),
  );
  expect((await submissionFor(LEAD, undefined, NOW, ORIGIN)).id).toBe(await submissionIdOf(LEAD, NOW));
});

test('a retry of the same answers is the same submission, even after midnight', async () => {
  const first = await submissionFor(LEAD, undefined, NOW, ORIGIN);
  expect(await submissionFor({ ...LEAD }, first, AFTER_MIDNIGHT, ORIGIN)).toBe(first);
});

test('a retry from another page keeps the first lead origin; changed answers get a new one', async () => {
  const first = await submissionFor(LEAD, undefined, NOW, ORIGIN);
  expect(await submissionFor(LEAD, first, NOW, 'page=/dundee')).toMatchObject({ origin: ORIGIN });
  const corrected = await submissionFor({ ...LEAD, name: 'Ian' }, first, NOW, 'page=/dundee');
  expect(corrected.origin).toBe('page=/dundee');
});

test('corrected answers are a new submission', async () => {
  const first = await submissionFor(LEAD, undefined, NOW, ORIGIN);
  const corrected = await submissionFor({ ...LEAD, phone: '0131 496 0998' }, first, NOW, ORIGIN);
  expect(corrected.id).not.toBe(first.id);
});

test('outside a secure context, the submission id is random', async () => {
  vi.stubGlobal('isSecureContext', false);
  const { id } = await submissionFor(LEAD, undefined, NOW, ORIGIN);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect((await submissionFor(LEAD, undefined, NOW, ORIGIN)).id).not.toBe(id);
});
