import { closedDays } from '#src/lib/closed-days.ts';
import { WEEKDAYS } from '#src/lib/opening-hours.ts';
import type { Calendar } from '#src/lib/reply-deadline.ts';
import { openingHoursOf } from './set-opening-hours.ts';

/** The firm's calendar as the home page states it; undefined if the page states no opening hours. */
export function calendarOf(homePage: string): Calendar | undefined {
  const { hours, closedOn, openOn } = openingHoursOf(homePage);
  if (hours.length === 0) return undefined;
  return {
    hours: hours.map(({ weekday, ...times }) => ({ days: WEEKDAYS.slice(weekday - 1, weekday), ...times })),
    closedDays: closedDays({ closedOn: closedOn.join(', '), openOn: openOn.join(', ') }),
  };
}
