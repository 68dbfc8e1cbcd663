import * as z from 'zod';
import { writeText } from '../cases/events.ts';
import { message } from '../cases/message.ts';
import { askFirm, defineSellersChange, ofSeller } from './changes.ts';

/** Sends the firm a message. */
export const write = defineSellersChange({
  name: 'write',
  given: z.object({ ...ofSeller, body: message }),
  limit: { kind: 'written', most: 10, seconds: 3600 },
  async work(work, { body }) {
    const eventId = await work.record('written');
    await writeText(work.db, { eventId, leadId: work.opened.leadId, part: 'message', body });
    await askFirm(work, eventId);
  },
});
