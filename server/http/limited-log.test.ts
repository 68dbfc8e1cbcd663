import { expect, test } from 'vitest';
import { createMemoryLog } from '../../tests/support/server/log.ts';
import { limitLines } from './limited-log.ts';

test('a thousand events write thirty lines a minute, and the rest is counted', () => {
  let clock = 0;
  const { log, lines } = createMemoryLog();
  const logNotFound = limitLines(log, 'info', 'page not found', () => clock);
  for (let count = 0; count < 1_310; count += 1) logNotFound({ path: `/${count}` });
  expect(lines).toHaveLength(30);

  clock = 60_000;
  logNotFound({ path: '/glasgwo' });
  expect(lines.slice(30)).toMatchObject([
    { leftOut: 1_280, msg: 'page not found: lines left out' },
    { path: '/glasgwo', msg: 'page not found' },
  ]);
  clock = 120_000;
  logNotFound({ path: '/glasgwo' });
  expect(lines).toHaveLength(33);
});
