import * as z from 'zod';
import { message } from '../cases/message.ts';
import { askFirm, defineSellersChange, ofSeller } from './change.ts';

/** Sends the firm a message. */
export const write = defineSellersChange({
  name: 'write',
  given: z.object({ ...ofSeller, body: message }),
  limit: { kind: 'written', most: 10, seconds: 3600 },
  async work(work, { body }) {
    await askFirm(work, await work.record('written', {}, { message: body }), 'question_at');
  },
});
