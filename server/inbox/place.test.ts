import { expect, test } from 'vitest';
import { nextTry, wayOf } from './place.ts';

const NOW = 1e12;

test.each([
  ['a mail that was never begun is', undefined, 'whole'],
  ['within an hour, one at which many servers have ended is', { minutes: 59, ends: 9 }, 'whole'],
  ['after an hour, one at which four have ended is', { minutes: 60, ends: 3 }, 'bare'],
  ['and one at which five have ended is', { minutes: 60, ends: 4 }, 'passed_over'],
  ['after an hour, one at which few have ended is', { minutes: 600, ends: 2 }, 'whole'],
  ['after an hour, one whose last try a server has survived is', { minutes: 60, ends: 3, by: null }, 'whole'],
  ['and so is one that this server has begun', { minutes: 60, ends: 3, by: 'this server' }, 'whole'],
] as const)('%s taken: %j, %s', (_when, given, way) => {
  const {
    minutes = 0,
    ends = 0,
    by = 'another server',
  }: { minutes?: number; ends?: number; by?: string | null } = given ?? {};
  const former = given && { since: NOW - minutes * 60_000, next: NOW, by, ends };
  expect(wayOf(nextTry(former, 'this server', NOW))).toBe(way);
});

test('the tries come at once at first, then less and less often, and every ten minutes in the end', () => {
  const mails = [nextTry(undefined, 'this server', NOW)];
  for (let count = 0; count < 12; count += 1) {
    const former = mails.at(-1);
    mails.push(nextTry(former, 'this server', (former?.next ?? 0) + 1_000));
  }
  const waits = mails.map(({ next }, index) => Math.round((next - (mails[index - 1]?.next ?? NOW)) / 1000));
  expect(waits).toEqual([0, 2, 4, 8, 16, 32, 64, 128, 256, 512, 601, 601, 601]);
});
