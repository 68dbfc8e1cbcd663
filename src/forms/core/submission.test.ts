import { expect, test } from 'vitest';
import type { ChatLead } from '#lead/lead.ts';
import { submissionFor } from './submission.ts';

const LEAD: ChatLead = { name: 'Iain', phone: '0131 496 0999', message: 'Any fees?', source: 'chat_widget' };

test('a first submission has a random UUID', () => {
  expect(submissionFor(LEAD, undefined).id).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(submissionFor(LEAD, undefined).id).not.toBe(submissionFor(LEAD, undefined).id);
});

test('a retry of the same answers is the same submission', () => {
  const first = submissionFor(LEAD, undefined);
  expect(submissionFor({ ...LEAD }, first)).toBe(first);
});

test('corrected answers are a new submission', () => {
  const first = submissionFor(LEAD, undefined);
  expect(submissionFor({ ...LEAD, phone: '0131 496 0998' }, first).id).not.toBe(first.id);
});
