import { DEFAULT_HOURS } from '../site.ts';
import { closedDays } from '#calendar/closed-days.ts';
import { parseOpeningHours } from '#calendar/opening-hours.ts';
import type { Calendar } from '#calendar/reply-deadline.ts';

/** The opening hours and closed days of this build, from variables that Vite writes into the site and the desk. */
export function siteCalendar(): Calendar {
  const hours = import.meta.env.PUBLIC_SITE_HOURS as string | undefined;
  const closedOn = import.meta.env.PUBLIC_SITE_CLOSED_ON as string | undefined;
  const openOn = import.meta.env.PUBLIC_SITE_OPEN_ON as string | undefined;
  return {
    hours: parseOpeningHours(hours?.trim() ? hours : DEFAULT_HOURS),
    closedDays: closedDays({ closedOn, openOn }),
  };
}
