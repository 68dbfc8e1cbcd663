import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseOpeningHours, WEEKDAYS } from '#calendar/opening-hours.ts';
import { problemOfDay, readWeek, writeWeek } from './hours.ts';

test.each([
  'Mon–Fri 09:00–18:00, Sat 09:00–14:00',
  'Mon–Fri 09:00–12:30, Mon–Fri 13:30–18:00',
  'Mon 09:00–12:00, Wed 10:00–16:00, Sun 11:00–15:00',
  'Mon–Sun 08:00–20:00',
  '',
])('the hours "%s" are read and written again as they were', (text) => {
  expect(writeWeek(readWeek(text) ?? [])).toBe(text);
});

test('a time that is not filled in is kept', () => {
  const text = 'Mon --:--–17:00';
  expect(readWeek(text)?.[0]).toEqual([{ opens: '', closes: '17:00' }]);
  expect(writeWeek(readWeek(text) ?? [])).toBe(text);
});

test.each(['Weekdays 9 to 5', 'Mon-Fri 9:00-18:00', 'Fri–Mon 09:00–18:00'])(
  'hours that are written in another way are not touched: %s',
  (text) => {
    expect(readWeek(text)).toBeUndefined();
  },
);

const time = fc
  .integer({ min: 0, max: 24 * 60 - 1 })
  .map(
    (minutes) =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`,
  );
const period = fc.record({ opens: fc.oneof(time, fc.constant('')), closes: time });
const inWeek = <Day>(day: fc.Arbitrary<Day>) => fc.array(day, { minLength: 7, maxLength: 7 });

test('any week is read and written again as it was; without a time, it has a problem, and the site does not take it', () => {
  fc.assert(
    fc.property(inWeek(fc.array(period, { maxLength: 2 })), (week) => {
      const text = writeWeek(week);
      expect(readWeek(text)).toEqual(week);
      if (!week.flat().some(({ opens, closes }) => opens >= closes || opens === '')) return;
      expect(week.some((periods) => problemOfDay(periods) !== undefined)).toBe(true);
      expect(() => parseOpeningHours(text)).toThrow();
    }),
  );
});

const rightDay = fc.uniqueArray(time, { minLength: 4, maxLength: 4 }).chain((times) => {
  const [first = '', second = '', third = '', fourth = ''] = times.sort();
  const morning = { opens: first, closes: second };
  return fc.constantFrom([], [morning], [morning, { opens: third, closes: fourth }]);
});

test('a week without a problem is one that the site can read, with the same times', () => {
  fc.assert(
    fc.property(inWeek(rightDay), (week) => {
      fc.pre(week.flat().length > 0);
      expect(week.map(problemOfDay)).toEqual(Array(7).fill(undefined));
      const parsed = parseOpeningHours(writeWeek(week));
      const onDay = (day: (typeof WEEKDAYS)[number]) =>
        parsed.filter(({ days }) => days.includes(day)).map(({ opens, closes }) => ({ opens, closes }));
      expect(WEEKDAYS.map(onDay)).toEqual(week);
    }),
  );
});
