import { expect, test } from 'vitest';
import { parseOpeningHours } from '#calendar/opening-hours.ts';
import { findWindow } from './ask-for-call.ts';

const CALENDAR = { hours: parseOpeningHours('Mon–Fri 09:00–18:00'), closedDays: new Set<string>() };
/** On a Tuesday, when the firm has been open for two and a half hours. */
const NOW = new Date('2026-11-24T11:30Z');

test.each([
  ['has ended, as on a page that was left open', '2026-11-24T09:00Z', undefined],
  ['is under way', '2026-11-24T11:00Z', '2026-11-24T13:00:00.000Z'],
  ['is still to come', '2026-11-24T13:00:00+00:00', '2026-11-24T15:00:00.000Z'],
  ['is shorter, because the firm closes', '2026-11-24T17:00Z', '2026-11-24T18:00:00.000Z'],
  ['starts at another time', '2026-11-24T13:01Z', undefined],
  ['is on a day on which the firm is closed', '2026-11-28T13:00Z', undefined],
])('a window that %s', (_what, startsAt, ends) => {
  expect(findWindow(startsAt, NOW, CALENDAR)?.to).toBe(ends);
});
