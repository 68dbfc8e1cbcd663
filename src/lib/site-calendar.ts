import { DEFAULT_HOURS } from '../site.ts';
import { closedDays } from '#calendar/closed-days.ts';
import { hoursInTurn, readNextHours } from '#calendar/opening-hours.ts';
import type { Calendar } from '#calendar/reply-deadline.ts';

/** The opening hours and closed days of this build, from variables that Vite writes into the site. */
export function siteCalendar(): Calendar {
  const hours = import.meta.env.PUBLIC_SITE_HOURS as string | undefined;
  const nextHours = import.meta.env.PUBLIC_SITE_NEXT_HOURS as string | undefined;
  const closedOn = import.meta.env.PUBLIC_SITE_CLOSED_ON as string | undefined;
  const openOn = import.meta.env.PUBLIC_SITE_OPEN_ON as string | undefined;
  return {
    hours: hoursInTurn(hours?.trim() ? hours : DEFAULT_HOURS, readNextHours(nextHours)),
    closedDays: closedDays({ closedOn, openOn }),
  };
}
