import * as z from 'zod';
import { defineChange, ofLead, saveCase } from './change.ts';
import { writeText } from './events.ts';
import { message } from './message.ts';

/** Writes to the seller, who reads it on their page. */
export const reply = defineChange({
  name: 'reply',
  given: z.object({ ...ofLead, body: message }),
  async work({ db, current, record }, { body }) {
    current.asked_at = null;
    await saveCase(db, current);
    const eventId = await record('replied');
    await writeText(db, { eventId, leadId: current.lead_id, part: 'message', body });
  },
});
