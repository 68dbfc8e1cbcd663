import ICAL from 'ical.js';

/** Reads an iCalendar file as a calendar program does. Times are ISO 8601 in UTC, days are days. */
export function readCalendar(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[]);
  const textOf = (component: ICAL.Component, name: string) =>
    component.getFirstPropertyValue(name)?.toString() ?? null;
  const timeOf = (time: ICAL.Time) => (time.isDate ? time.toString() : time.toJSDate().toISOString());
  return {
    method: textOf(calendar, 'method'),
    name: textOf(calendar, 'x-wr-calname'),
    refresh: textOf(calendar, 'refresh-interval'),
    entries: calendar.getAllSubcomponents('vevent').map((component) => {
      const { uid, sequence, summary, description, location, startDate, endDate } = new ICAL.Event(component);
      return {
        ...{ uid, sequence, summary, description, location, start: timeOf(startDate), end: timeOf(endDate) },
        status: textOf(component, 'status'),
        organizer: textOf(component, 'organizer'),
        attendee: textOf(component, 'attendee'),
      };
    }),
  };
}
