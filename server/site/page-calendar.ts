import { toCalendar } from '#calendar/stored-calendar.ts';
import type { Calendar } from '#calendar/reply-deadline.ts';
import { openingHoursOf } from './set-opening-hours.ts';

/** The firm's calendar as the home page states it; undefined if the page states no opening hours. */
export function calendarOf(homePage: string): Calendar | undefined {
  const { hours, closedOn, openOn } = openingHoursOf(homePage);
  return hours.length === 0 ? undefined : toCalendar({ hours, closed_on: closedOn, open_on: openOn });
}
