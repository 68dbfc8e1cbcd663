import { expect, test, vi } from 'vitest';
import type { Failure } from './calls.ts';
import { failureInWords } from './WriteNote.tsx';

test.each<[failure: Failure, words: string, isOnline?: boolean]>([
  [
    { kind: 'unreachable' },
    'Not sent yet: we did not get an answer from our server. What you typed is kept here. Send it again. It will count only once.',
  ],
  [
    { kind: 'unreachable' },
    'Not sent yet: there is no internet connection. What you typed is kept here. Send it again when there is one.',
    false,
  ],
  [
    { kind: 'too_many', waitMs: 3_600_000 },
    'Not sent yet: you have sent several things quickly. Send this again after 11:00 today, or ring us.',
  ],
  [
    { kind: 'changed' },
    'Our offer has changed since you read it. Please look at the new one before you answer.',
  ],
  [
    { kind: 'busy' },
    'Not done yet: an email about your enquiry is being sent right now. Try again in a minute.',
  ],
  [{ kind: 'refused', field: 'body', message: 'The message is empty.' }, 'The message is empty.'],
  [{ kind: 'no_link' }, 'This link no longer works. Reload the page to get a new one, or ring us.'],
])('%o is: %s', (failure, words, isOnline = true) => {
  vi.stubGlobal('navigator', { onLine: isOnline });
  expect(failureInWords(failure, new Date('2026-11-27T10:00:00Z'))).toBe(words);
});
