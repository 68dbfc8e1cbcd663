import sql from 'sql-template-tag';
import { closedDays } from './closed-days.ts';
import { WEEKDAYS } from './opening-hours.ts';
import type { Calendar } from './reply-deadline.ts';

/**
 * Reads the opening hours and closed days that our server writes into the database when it starts
 * (`server/site/set-opening-hours.ts`). One row.
 */
export const SELECT_CALENDAR = sql`
  select
    coalesce(
      (
        select jsonb_agg(jsonb_build_object(
          'weekday', weekday, 'opens', to_char(opens, 'HH24:MI'), 'closes', to_char(closes, 'HH24:MI'),
          'from', nullif(first_day, '-infinity'), 'until', nullif(last_day, 'infinity')
        ))
        from desk.opening_hours
      ),
      '[]'
    ) as hours,
    array(select day::text from desk.special_days where not is_open) as closed_on,
    array(select day::text from desk.special_days where is_open) as open_on`;

export type StoredCalendar = {
  hours: {
    weekday: number;
    opens: string;
    closes: string;
    from?: string | null | undefined;
    until?: string | null | undefined;
  }[];
  closed_on: string[];
  open_on: string[];
};

export const toCalendar = ({ hours, closed_on, open_on }: StoredCalendar): Calendar => ({
  hours: hours.flatMap(({ weekday, opens, closes, from, until }) => {
    const day = WEEKDAYS[weekday - 1];
    return day ? [{ days: [day], opens, closes, ...(from && { from }), ...(until && { until }) }] : [];
  }),
  closedDays: closedDays({ closedOn: closed_on.join(', '), openOn: open_on.join(', ') }),
});
