import { expect, test } from 'vitest';
import { createMemoryLog } from '../../tests/support/log.ts';
import { createNotFoundLog } from './log-not-found.ts';

test('a scanner’s thousand long paths write thirty short lines a minute, and the rest is counted', () => {
  let clock = 0;
  const { log, lines } = createMemoryLog();
  const logNotFound = createNotFoundLog(log, () => clock);
  for (let count = 0; count < 1_310; count += 1) logNotFound(`/${count}${'x'.repeat(7_000)}`);
  expect(lines).toHaveLength(30);
  expect(JSON.stringify(lines).length).toBeLessThan(10_000);

  clock = 60_000;
  logNotFound('/glasgwo');
  expect(lines.slice(30)).toMatchObject([
    { leftOut: 1_280, msg: 'more pages were not found' },
    { path: '/glasgwo', msg: 'page not found' },
  ]);
  clock = 120_000;
  logNotFound('/glasgwo');
  expect(lines).toHaveLength(33);
});
