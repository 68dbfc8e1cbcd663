import fc from 'fast-check';
import type { OpeningHours } from '#calendar/opening-hours.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const clock = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

const anyMinute = fc.integer({ min: 0, max: 24 * 60 - 1 });

/** Opening hours of a firm that is open on one day of the week or more, with or without a break. */
export const anyHours: fc.Arbitrary<OpeningHours[]> = fc
  .subarray([...DAYS], { minLength: 1 })
  .chain((days) =>
    fc.tuple(
      ...days.map((day) =>
        fc
          .constantFrom(2, 4)
          .chain((length) => fc.uniqueArray(anyMinute, { minLength: length, maxLength: length }))
          .map((times) => times.toSorted((a, b) => a - b).map(clock))
          .map(([opens = '', closes = '', opensAgain, closesAgain = '']): OpeningHours[] => [
            { days: [day], opens, closes },
            ...(opensAgain === undefined ? [] : [{ days: [day], opens: opensAgain, closes: closesAgain }]),
          ]),
      ),
    ),
  )
  .map((periods) => periods.flat());

export const weekdaysOf = (hours: readonly OpeningHours[]) =>
  hours.flatMap(({ days, opens, closes }) =>
    days.map((day) => ({ weekday: DAYS.indexOf(day) + 1, opens, closes })),
  );
