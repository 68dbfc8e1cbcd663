import * as z from 'zod';
import { OFFER_ANSWERS } from '../cases/codes.ts';
import { londonDay } from '../cases/days.ts';
import { lengthOf, writeText } from '../cases/events.ts';
import { code, text, uuid } from '../http/json.ts';
import { Refused, refuseUnless } from '../refused.ts';
import { defineSellersChange, ofSeller } from './changes.ts';
import { askFirm } from './mails.ts';
import { readShownOffers } from './offers.ts';
import { plainText } from './plain-text.ts';

/** Stored on one line. */
const line = text.nullish().transform((given) => plainText(given)?.replace(/\s+/g, ' ') ?? null);

/** Says what the seller thinks of the standing offer. It changes nothing about the offer: staff record what they do with it. */
export const answerOffer = defineSellersChange({
  name: 'answer_offer',
  given: z.object({
    ...ofSeller,
    offer_id: uuid.nullish(),
    answer: code(OFFER_ANSWERS, 'Please choose one of the two answers.'),
    solicitor_name: line,
    solicitor_phone: line,
  }),
  limit: { kind: 'offer_answered', most: 5, seconds: 86_400 },
  mailsFirm: true,
  async work({ db, opened, record }, { offer_id, answer, solicitor_name: name, solicitor_phone: phone }) {
    refuseUnless(lengthOf(name) <= 100, 'solicitor_name', 'The name has more than 100 characters.');
    refuseUnless(lengthOf(phone) <= 40, 'solicitor_phone', 'The number has more than 40 characters.');
    const [latest] = await readShownOffers(db, opened.caseId, londonDay(0, new Date(opened.now)));
    if (!latest?.stands || latest.id !== offer_id) {
      throw new Refused(409, 'offer_changed', 'The offer has changed since. Please read it again.');
    }
    const eventId = await record('offer_answered', { offer_id, answer });
    const body = [name, phone].filter((part) => part !== null).join(', ');
    await writeText(db, { eventId, leadId: opened.leadId, part: 'solicitor', body });
    await askFirm(db, opened, eventId);
  },
});
