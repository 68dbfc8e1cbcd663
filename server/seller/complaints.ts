import * as z from 'zod';
import { complain } from '../cases/complaints.ts';
import { londonDay } from '../cases/days.ts';
import { message } from '../cases/message.ts';
import { allOf } from '../database/statement.ts';
import { defineSellersChange, mailFirm, ofSeller, saveSellersCase } from './change.ts';
import type { PageEvent } from './events.ts';
import { DAY_SECONDS } from './limits.ts';

/** Complains. Whatever has become of the case, even if the seller has stopped it, an answer is owed. */
export const complainOnPage = defineSellersChange({
  name: 'complain',
  given: z.object({ ...ofSeller, body: message }),
  limit: { kind: 'complained', most: 3, seconds: DAY_SECONDS },
  async work(work, { body }) {
    const { db, opened, current } = work;
    const eventId = await complain(work, { body, received_on: londonDay(0), way: 'page' });
    await allOf([saveSellersCase(db, current), mailFirm(db, opened, eventId)]);
  },
});

/** The complaints of the seller, the newest first, each with our answer if there is one. */
export const complaintsOf = (events: readonly PageEvent[]) =>
  events
    .filter(({ kind }) => kind === 'complained')
    .map(({ id, body, facts: { way, received_on, due_on } }) => {
      const answer = events.find(({ facts }) => Number(facts.complaint_id ?? 0) >= id);
      return {
        ...{ id, body, way, received_on, due_on },
        answer: answer
          ? { at: answer.at, name: answer.name, body: answer.body, sent_by: answer.facts.sent_by }
          : null,
      };
    })
    .toReversed();
