import * as z from 'zod';
import type { Calendar } from '#src/lib/reply-deadline.ts';
import { callWindows, promisedBy, readCalendar, type CallWindow } from '../cases/calendar.ts';
import { execute, sql } from '../database/statement.ts';
import { moment } from '../http/json.ts';
import { defineSellersChange, ofSeller } from './changes.ts';
import { refuseUnless } from '../refused.ts';
import { askFirm } from './mails.ts';

/** The window for calls that starts at a time and has not ended; undefined if there is none. */
export const findWindow = (startsAt: string, now: Date, calendar: Calendar): CallWindow | undefined =>
  callWindows(now, calendar).find(
    ({ from, to }) => Date.parse(from) === Date.parse(startsAt) && Date.parse(to) > now.getTime(),
  );

/**
 * Asks for a call in one of the windows that the page shows, or as soon as the firm can. It becomes the case's next
 * action, unless the case is closed.
 */
export const askForCall = defineSellersChange({
  name: 'ask_for_call',
  given: z.object({ ...ofSeller, starts_at: moment.nullish() }),
  limit: { kind: 'call_wished', most: 5, seconds: 86_400 },
  mailsFirm: true,
  async work({ db, opened, record }, { starts_at }) {
    const now = new Date(opened.now);
    const calendar = await readCalendar(db);
    const window = starts_at
      ? findWindow(starts_at, now, calendar)
      : { from: null, to: promisedBy(now, calendar).toISOString() };
    refuseUnless(window !== undefined, 'starts_at', 'We are not open then. Please choose one of the times.');
    await execute(
      db,
      sql`
        update desk.cases
        set next_action = 'call', next_at = coalesce(${window.from}, now()), version = version + 1
        where lead_id = ${opened.caseId} and stage <> 'closed'`,
    );
    await askFirm(db, opened, await record('call_wished', { starts_at: window.from, ends_at: window.to }));
  },
});
