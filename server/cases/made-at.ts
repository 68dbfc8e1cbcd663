/** A change that the desk could not send at once: when it was made, and what it can have answered. */
import * as z from 'zod';
import { rowOf, sql } from '../database/statement.ts';
import { time } from './cards.ts';
import type { Case, Work } from './change.ts';

/** For how long a desk may have been without a connection. */
const LONGEST_SECONDS = 7 * 86_400;

/**
 * When a change was made; undefined if that was less than a minute before it was sent, or cannot be true. A call has this
 * time in the history and on the seller's page, beside the time of recording (`recorded_at`), so it shows. The first
 * contact, with the figures about the promise, counts from the recording: nobody can make a late call look prompt.
 */
export function readMadeAt({ now, received_at }: Case, secondsAgo: number | null): string | undefined {
  if (secondsAgo === null || secondsAgo < 60 || secondsAgo > LONGEST_SECONDS) return undefined;
  const at = Date.parse(now) - secondsAgo * 1000;
  return at < Date.parse(received_at) ? undefined : new Date(at).toISOString();
}

/** Notes that what the seller wrote is answered, but not what they have written since the answer was made. */
export async function answerQuestion({ db, current }: Work, madeAt: string | undefined): Promise<void> {
  if (current.question_at === null) return;
  const { at } = await rowOf(
    db,
    z.object({ at: time.nullable() }),
    sql`
      select min(at) as at from desk.events
      where lead_id = ${current.lead_id} and kind = 'written' and at > ${madeAt ?? current.now}`,
  );
  current.question_at = at;
}

/** As `answerQuestion`, and notes that everything else that the seller asked is answered. */
export function answerSeller(work: Work, madeAt: string | undefined): Promise<void> {
  work.current.asked_at = null;
  return answerQuestion(work, madeAt);
}
