import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDays } from '#calendar/closed-days.ts';
import { problemOfDays, readDays, writeDays } from './days.ts';

test.each(['2026-12-24, 2026-12-29 to 2026-12-31', '2026-12-24', '', '-', '2026-12-24 to 2026-12-20'])(
  'the days "%s" are read and written again as they were',
  (text) => {
    expect(writeDays(readDays(text) ?? [])).toBe(text);
  },
);

test('days that are written in another way are not touched', () => {
  expect(readDays('Christmas')).toBeUndefined();
});

const date = fc
  .integer({ min: 0, max: 60 })
  .map((day) => new Date(Date.UTC(2026, 11, 1 + day)).toISOString().slice(0, 10));
const days = fc.record({ first: fc.option(date, { nil: '' }), last: fc.option(date, { nil: '' }) });

test('days without a problem, and no others, are those that the site can read', () => {
  fc.assert(
    fc.property(fc.array(days, { minLength: 1, maxLength: 4 }), (all) => {
      const text = writeDays(all);
      expect(readDays(text)).toEqual(all);
      if (all.some((one) => problemOfDays(one) !== undefined)) expect(() => parseDays(text)).toThrow();
      else expect(parseDays(text)[0]).toBe(all[0]?.first);
    }),
  );
});
