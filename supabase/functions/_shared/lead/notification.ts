import * as z from 'zod/mini';
import { CHAT_EMAIL_PLACEHOLDER } from './chat.ts';
import type { Lead } from './lead.ts';
import { isStorable } from './lead-request.ts';

const text = z.string().check(z.refine(isStorable));

const valuationBody = z.strictObject({
  name: text,
  email: text,
  phone: text,
  address: text,
  postcode: text,
  property_type: text,
  bedrooms: text,
  property_condition: text,
  source: z.literal('valuation_form'),
});

const chatBody = z.strictObject({
  name: text,
  email: text,
  phone: text,
  message: text,
  source: z.literal('chat_widget'),
});

/** The two bodies that `send-email` accepts (firm's specification, section 7). */
export const notificationBodySchema = z.discriminatedUnion('source', [valuationBody, chatBody]);

export type NotificationBody = z.infer<typeof notificationBodySchema>;

/** The body that asks `send-email` to notify the firm of a stored lead. */
export function toNotificationBody(lead: Lead): NotificationBody {
  if (lead.source === 'chat_widget') {
    const { name, phone, message, source } = lead;
    return { name, email: CHAT_EMAIL_PLACEHOLDER, phone, message, source };
  }
  const { name, email, phone, address, postcode, property_type, bedrooms, property_condition, source } = lead;
  return { name, email, phone, address, postcode, property_type, bedrooms, property_condition, source };
}
