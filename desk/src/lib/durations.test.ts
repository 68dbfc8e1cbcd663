import { expect, test } from 'vitest';
import { PROMISED_REPLIES } from '#support/leads/promised-replies.ts';
import { agoInWords, durationInWords, promiseInWords } from './durations.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.parse('2026-11-23T16:20:00Z');
const at = (ms: number) => new Date(NOW + ms).toISOString();

test.each([
  [30_000, 'less than a minute'],
  [MINUTE, '1 minute'],
  [-40 * MINUTE, '40 minutes'],
  [89 * MINUTE, '89 minutes'],
  [2 * HOUR, '2 hours'],
  [2.9 * HOUR, '2 hours'],
  [26 * HOUR, '26 hours'],
  [47.9 * HOUR, '47 hours'],
  [48 * HOUR, '2 days'],
  [3 * 24 * HOUR, '3 days'],
  [4.8 * 24 * HOUR, '4 days'],
])('a duration of %i ms is "%s"', (ms, words) => {
  expect(durationInWords(ms)).toBe(words);
});

test('a deadline in the future shows the time left', () => {
  expect(promiseInWords(at(40 * MINUTE), NOW)).toBe('promised by today 17:00, 40 minutes left');
});

test('the time left agrees with the day of the deadline', () => {
  const evening = Date.parse('2026-11-23T00:05:00Z');
  expect(promiseInWords('2026-11-24T13:00:00Z', evening)).toBe('promised by tomorrow 13:00, 36 hours left');
  expect(promiseInWords('2026-11-24T23:59:00Z', evening)).toBe('promised by tomorrow 23:59, 47 hours left');
});

test('a deadline in the past shows how late it is', () => {
  expect(promiseInWords(at(-3 * HOUR), NOW)).toBe('promised by today 13:20, 3 hours late');
});

test.each(PROMISED_REPLIES)('the deadline of a lead that comes %s (%s) is shown as %s', (_when, at, by) => {
  expect(promiseInWords(by, Date.parse(at))).toMatch(
    new RegExp(`^promised by \\w+ ${by.slice(11, 16)}, .+ left$`),
  );
});

test.each([
  [-10_000, 'just now'],
  [-5 * MINUTE, '5 minutes ago'],
  [-2 * HOUR, 'today 14:20'],
])('a moment %i ms from now is "%s"', (ms, words) => {
  expect(agoInWords(at(ms), NOW)).toBe(words);
});
