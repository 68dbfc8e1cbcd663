import { beforeEach, expect, test, vi } from 'vitest';
import { hashEnquiryKey } from '#lead/enquiry-key.ts';
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

test('the same answers, filled in again on the same day, are the same submission', async () => {
  const id = await submissionIdOf(LEAD, NOW);
  expect(await submissionFor(LEAD, undefined, NOW, ORIGIN)).toMatchObject({ id });
  expect(await submissionFor({ ...LEAD }, undefined, NOW, ORIGIN)).toMatchObject({ id });
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

test('each new submission has a key of its own, and a retry keeps it', async () => {
  const first = await submissionFor(LEAD, undefined, NOW, ORIGIN);
  const { key, hash } = first.enquiryKey ?? {};
  expect(hash).toBe(await hashEnquiryKey(key ?? ''));
  expect((await submissionFor({ ...LEAD }, first, NOW, ORIGIN)).enquiryKey).toEqual({ key, hash });
  expect((await submissionFor(LEAD, undefined, NOW, ORIGIN)).enquiryKey?.key).not.toBe(key);
});

test('on a site without the seller’s own page, there is no key', async () => {
  vi.resetModules();
  vi.doMock('astro:env/client', () => ({ PUBLIC_SUPABASE_URL: 'https://backend.example' }));
  const { submissionFor } = await import('./submission.ts');
  vi.doUnmock('astro:env/client');
  expect((await submissionFor(LEAD, undefined, NOW, ORIGIN)).enquiryKey).toBeUndefined();
});

test('outside a secure context, the submission id is random, and there is no key', async () => {
  vi.stubGlobal('isSecureContext', false);
  const { id } = await submissionFor(LEAD, undefined, NOW, ORIGIN);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect((await submissionFor(LEAD, undefined, NOW, ORIGIN)).id).not.toBe(id);
  expect((await submissionFor(LEAD, undefined, NOW, ORIGIN)).enquiryKey).toBeUndefined();
});
