import { expect, test } from 'vitest';
import { DEFAULT_DETAILS } from '../site.ts';
import { firmSchema } from './firm.ts';

test('the firm of a new installation is accepted', () => {
  expect(firmSchema.parse(DEFAULT_DETAILS)).toEqual(DEFAULT_DETAILS);
});

test.each([
  [{ brand: '' }, 'brand', 'Write something here'],
  [{ phone: '0131 49' }, 'phone', '"0131 49" cannot be dialled'],
  [{ email: 'hello' }, 'email', '"hello" is not an email address'],
  [{ address: '12 Lamplighter Wynd' }, 'address', 'does not end with a postcode'],
  [{ registeredOffice: 'Edinburgh' }, 'registeredOffice', 'does not end with a postcode'],
  [{ registration: 'Scotland' }, 'registration', 'has no company number'],
  [{ complaintDays: '57' }, 'complaintDays', 'from 1 to 56'],
  [{ complaintDays: '5.5' }, 'complaintDays', 'from 1 to 56'],
  [{ hours: 'weekdays' }, 'hours', 'cannot be read'],
  [{ nextHours: { from: '2026-12-07', hours: 'Mon 9–5' } }, 'nextHours.hours', 'cannot be read'],
  [{ nextHours: { from: 'Monday', hours: 'Mon 09:00–17:00' } }, 'nextHours.from', 'Choose a day'],
  [{ closedOn: '24 December' }, 'closedOn', 'cannot be read'],
  [{ closedOn: '24 December', openOn: '2026-11-30' }, 'closedOn', 'cannot be read'],
  [{ openOn: 'St Andrew’s Day' }, 'openOn', 'cannot be read'],
  [{ openOn: '2026-11-24' }, 'openOn', '2026-11-24 is not a bank holiday in Scotland'],
  [{ closedOn: '2026-11-30', openOn: '2026-11-30' }, 'openOn', 'Name it once'],
])('the firm with %o is refused at %s: %s', (changes, path, message) => {
  const [issue] = firmSchema.safeParse({ ...DEFAULT_DETAILS, ...changes }).error?.issues ?? [];
  expect(issue?.path.join('.')).toBe(path);
  expect(issue?.message).toContain(message);
});
