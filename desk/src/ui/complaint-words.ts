import { dayMonthYear, londonDate } from '../lib/london.ts';

const DAY_MS = 86_400_000;

/** "due by 25 January 2027, 12 days left" or "3 days overdue, since 25 January 2027". @param due such as 2027-01-25 */
export function complaintDueInWords(due: string, nowMs: number): string {
  const days = (Date.parse(due) - Date.parse(londonDate(nowMs))) / DAY_MS;
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
  if (days < 0) return `${count} overdue, since ${dayMonthYear(due)}`;
  return `due by ${dayMonthYear(due)}, ${days === 0 ? 'today' : `${count} left`}`;
}
