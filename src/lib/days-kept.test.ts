import { expect, test } from 'vitest';
import { parseEnvironment } from '../../server/env.ts';
import { retentionDaysOf } from '../../server/operations/retention.ts';
import { periodInWords, readDaysKept } from './days-kept.ts';

test.each([
  {},
  { RETENTION_LEAD_DAYS: '', RETENTION_SUSPECT_DAYS: '14' },
  { RETENTION_LEAD_DAYS: '200', RETENTION_DELIVERY_DAYS: '0', BACKUP_KEEP: '30' },
])('with %j, the site names the periods after which the server deletes data', (variables) => {
  const environment = parseEnvironment(variables);
  expect(readDaysKept(variables)).toEqual({
    ...retentionDaysOf(environment),
    backup: environment.BACKUP_KEEP,
  });
});

test.each([
  [365, '12 months'],
  [730, '24 months'],
  [200, '200 days'],
  [1, '1 day'],
  [0, 'No fixed time'],
])('%i days are %s', (days, words) => {
  expect(periodInWords(days)).toBe(words);
});
