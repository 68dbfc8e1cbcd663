import * as z from 'zod';
import { endWait } from '../cases/next-step.ts';
import { readLatestOffer, stands } from '../cases/offers.ts';
import { line } from '../cases/plain-text.ts';
import { OFFER_ANSWERS } from '../database/codes.ts';
import { code, optional, uuid } from '../http/json.ts';
import { Refused } from '../refused.ts';
import { askFirm, defineSellersChange, ofSeller } from './change.ts';
import { DAY_SECONDS } from './limits.ts';

/** Says what the seller thinks of the standing offer. It changes nothing about the offer: staff record what they do with it. */
export const answerOffer = defineSellersChange({
  name: 'answer_offer',
  given: z.object({
    ...ofSeller,
    offer_id: optional(uuid),
    answer: code(OFFER_ANSWERS, 'Please choose one of the two answers.'),
    solicitor_name: line(100, 'The name has more than 100 characters.'),
    solicitor_phone: line(40, 'The number has more than 40 characters.'),
  }),
  limit: { kind: 'offer_answered', most: 5, seconds: DAY_SECONDS },
  async work(work, { offer_id, answer, solicitor_name, solicitor_phone }) {
    const { db, opened, current, record } = work;
    const latest = await readLatestOffer(db, opened.leadId);
    if (latest?.id !== offer_id || !stands(latest)) {
      throw new Refused(409, 'offer_changed', 'The offer has changed since. Please read it again.');
    }
    endWait(current);
    current.version += 1;
    const solicitor = [solicitor_name, solicitor_phone].filter((part) => part !== null).join(', ');
    await askFirm(work, await record('offer_answered', { offer_id, answer }, { solicitor }));
  },
});
