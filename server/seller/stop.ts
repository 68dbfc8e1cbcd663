import * as z from 'zod';
import { saveCase, type Recorder } from '../cases/change.ts';
import { writeEvent } from '../cases/events.ts';
import { cancelSellerMails } from '../cases/seller-mail.ts';
import { isBefore, move } from '../cases/stage.ts';
import { defineSellersChange, ofSeller } from './changes.ts';
import { mailFirm, putIntoNow } from './mails.ts';

/**
 * Closes the case as withdrawn by the seller, and asks not to be called. A sale whose missives are concluded binds both
 * sides: its case stays open, and staff see what the seller wants.
 */
export const stop = defineSellersChange({
  name: 'stop',
  given: z.object(ofSeller),
  mailsFirm: true,
  async work({ db, opened, before: current, record }) {
    const eventId = await record('seller_stopped');
    current.do_not_call = true;
    current.version += 1;
    await cancelSellerMails(db, [opened.leadId, opened.caseId]);
    await mailFirm(db, opened, eventId);
    const isBinding = !isBefore(current.stage, 'missives_concluded');
    if (!isBinding) {
      const recordAlso: Recorder = (kind, facts = {}) =>
        writeEvent(db, { actor: null, leadId: opened.caseId, kind, facts });
      await move({ db, current, recordAlso }, 'closed', 'seller_withdrew');
    }
    await saveCase(db, current);
    if (isBinding && current.stage !== 'closed') await putIntoNow(db, opened);
  },
});
