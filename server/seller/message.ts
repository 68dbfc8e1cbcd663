import * as z from 'zod';
import { lengthOf, writeText } from '../cases/events.ts';
import { text } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { defineSellersChange, ofSeller } from './changes.ts';
import { askFirm } from './mails.ts';
import { plainText } from './plain-text.ts';

/** Sends the firm a message. */
export const write = defineSellersChange({
  name: 'write',
  given: z.object({ ...ofSeller, body: text.nullish().transform(plainText) }),
  limit: { kind: 'written', most: 10, seconds: 3600 },
  mailsFirm: true,
  async work({ db, opened, record }, { body }) {
    refuseUnless(/\S/.test(body ?? ''), 'body', 'The message is empty.');
    refuseUnless(lengthOf(body) <= 2000, 'body', 'The message has more than 2,000 characters.');
    const eventId = await record('written');
    await writeText(db, { eventId, leadId: opened.leadId, part: 'message', body });
    await askFirm(db, opened, eventId);
  },
});
