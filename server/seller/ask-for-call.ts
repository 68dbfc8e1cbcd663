import * as z from 'zod';
import { replyDeadline, type Calendar } from '#calendar/reply-deadline.ts';
import { callWindows, readCalendar, type CallWindow } from '../cases/calendar.ts';
import { moment, optional } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { askFirm, defineSellersChange, ofSeller } from './change.ts';
import { DAY_SECONDS } from './limits.ts';

/** The window for calls that starts at a time and has not ended; undefined if there is none. */
export const findWindow = (startsAt: string, now: Date, calendar: Calendar): CallWindow | undefined =>
  callWindows(now, calendar).find(
    ({ from, to }) => Date.parse(from) === Date.parse(startsAt) && Date.parse(to) > now.getTime(),
  );

/**
 * Asks for a call in one of the windows that the page shows, or as soon as the firm can. It becomes the case's next
 * action, unless the case is closed, or a visit is still to come: that stays planned, and the call is in the list "Now".
 */
export const askForCall = defineSellersChange({
  name: 'ask_for_call',
  given: z.object({ ...ofSeller, starts_at: optional(moment) }),
  limit: { kind: 'call_wished', most: 5, seconds: DAY_SECONDS },
  async work(work, { starts_at }) {
    const { db, current, record } = work;
    const calendar = await readCalendar(db);
    const now = new Date(current.now);
    const window =
      starts_at === null
        ? { from: null, to: replyDeadline(now, calendar).toISOString() }
        : findWindow(starts_at, now, calendar);
    refuseUnless(window !== undefined, 'starts_at', 'We are not open then. Please choose one of the times.');
    const { stage, next_action, next_at } = current;
    if (stage !== 'closed') {
      const isVisitAhead = next_action === 'visit' && next_at !== null && Date.parse(next_at) > now.getTime();
      if (!isVisitAhead) {
        current.next_action = 'call';
        current.next_at = window.from ?? current.now;
      }
      current.version += 1;
    }
    const eventId = await record('call_wished', { starts_at: window.from, ends_at: window.to });
    await askFirm(work, eventId, 'asked_at', { dueAt: window.from });
  },
});
