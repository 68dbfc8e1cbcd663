import fc from 'fast-check';
import type { OpeningHours } from '#calendar/opening-hours.ts';

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const clock = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Opening hours of a firm that is open on one day of the week or more, for at least a minute on each. */
export const anyHours: fc.Arbitrary<OpeningHours[]> = fc.subarray([...DAYS], { minLength: 1 }).chain((days) =>
  fc.tuple(
    ...days.map((day) =>
      fc
        .uniqueArray(fc.integer({ min: 0, max: 24 * 60 - 1 }), { minLength: 2, maxLength: 2 })
        .map((times) => times.toSorted((a, b) => a - b).map(clock))
        .map(([opens = '', closes = '']): OpeningHours => ({ days: [day], opens, closes })),
    ),
  ),
);

/** The opening hours in the format of `desk.set_opening_hours`. */
export const weekdaysOf = (hours: readonly OpeningHours[]) =>
  hours.flatMap(({ days, opens, closes }) =>
    days.map((day) => ({ weekday: DAYS.indexOf(day) + 1, opens, closes })),
  );
