import * as z from 'zod';
import { cancelSellerMails } from '../cases/mails.ts';
import { endWait } from '../cases/next-step.ts';
import { move } from '../cases/stage.ts';
import { isBefore } from '../database/codes.ts';
import { defineSellersChange, mailFirm, ofSeller, saveSellersCase } from './change.ts';
import { DAY_SECONDS } from './limits.ts';

/**
 * Closes the case as withdrawn by the seller, and asks not to be called. A sale whose missives are concluded binds both
 * sides: its case stays open, and staff see what the seller wants. So do they if the lead was merged into another one,
 * which stays open.
 */
export const stop = defineSellersChange({
  name: 'stop',
  given: z.object(ofSeller),
  limit: { kind: 'seller_stopped', most: 3, seconds: DAY_SECONDS },
  async work(work) {
    const { db, opened, current, record } = work;
    current.do_not_call = true;
    current.version += 1;
    await mailFirm(db, opened, await record('seller_stopped'));
    // A mail that a visit or a call is cancelled is still to be sent, perhaps to a former address.
    await cancelSellerMails(db, [opened.leadId], ['date']);
    if (isBefore(current.stage, 'missives_concluded')) await move(work, 'closed', 'seller_withdrew');
    else if (current.stage !== 'closed' || current.duplicate_of !== null) current.asked_at ??= current.now;
    endWait(current);
    await saveSellersCase(db, current);
  },
});
