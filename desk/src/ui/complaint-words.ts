import { count } from '../lib/durations.ts';
import { dayMonthYear, daysBetween } from '../lib/london.ts';

/** "due by 25 January 2027, 12 days left" or "3 days overdue, since 25 January 2027". @param due such as 2027-01-25 */
export function complaintDueInWords(due: string, nowMs: number): string {
  const days = daysBetween(nowMs, due);
  if (days < 0) return `${count(-days, 'day')} overdue, since ${dayMonthYear(due)}`;
  return `due by ${dayMonthYear(due)}, ${days === 0 ? 'today' : `${count(days, 'day')} left`}`;
}
