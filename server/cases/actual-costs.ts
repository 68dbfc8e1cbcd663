import * as z from 'zod';
import { allOf, execute, sql } from '../database/statement.ts';
import { uuid } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { defineChange, ofVersion, saveCase } from './change.ts';
import { readLatestOffer } from './offers.ts';

const AMOUNT_RULE = 'Give what each line cost in whole pounds; 0 if it cost nothing.';

/**
 * Records what each line of the accepted offer cost in the end, once the sale is completed. The seller reads it beside the
 * estimate. A correction is recorded in the same way, and the former amounts stay in the history.
 */
export const recordCosts = defineChange({
  name: 'record_costs',
  given: z.object({
    ...ofVersion,
    offer_id: uuid,
    /** Pounds, in the order of the offer's lines; null for what is not known yet. */
    amounts: z.array(z.int(AMOUNT_RULE).min(0, AMOUNT_RULE).max(100_000_000, AMOUNT_RULE).nullable()),
  }),
  async work({ db, current, record }, { offer_id, amounts }) {
    const isCompleted = current.stage === 'settled' || current.close_reason === 'bought';
    refuseUnless(isCompleted, 'stage', 'The sale is not completed yet.');
    const latest = await readLatestOffer(db, current.lead_id);
    refuseUnless(
      latest?.id === offer_id && latest.status === 'accepted',
      'offer_id',
      'Only the offer that the seller accepted has actual costs.',
    );
    refuseUnless(amounts.length === latest.details.lines.length, 'amounts', 'Give one amount for each line.');
    refuseUnless(
      amounts.some((amount) => amount !== null),
      'amounts',
      AMOUNT_RULE,
    );
    const eventId = await record('costs_recorded', { offer_id, amounts });
    await allOf([
      execute(
        db,
        sql`insert into desk.actual_costs (event_id, offer_id, amounts) values (${eventId}, ${offer_id}, ${amounts})`,
      ),
      saveCase(db, current),
    ]);
  },
});
