import * as z from 'zod';
import { offerDetails } from '#server/cases/offer-details.ts';

const time = z.iso.datetime({ offset: true });
const window = z.strictObject({ from: time.nullable(), to: time });

const said = {
  id: z.int(),
  at: time,
  from: z.enum(['seller', 'firm']),
  name: z.string().nullable(),
  body: z.string().nullable(),
};

/**
 * All that a seller may see, as `seller.enquiry` returns it: a test that parses an enquiry with this schema fails on any
 * key that is not in it.
 */
export const enquirySchema = z.strictObject({
  access: z.enum(['full', 'shared']),
  reference: z
    .string()
    .regex(/^[0-9A-F]{4}-[0-9A-F]{4}$/)
    .nullable(),
  sent_at: time,
  source: z.enum(['valuation_form', 'chat_widget', 'import']),
  now: time,
  state: z.strictObject({
    code: z.enum([
      'received',
      'tried',
      'call_planned',
      'working',
      'offer',
      'offer_over',
      'accepted',
      'solicitors',
      'missives',
      'settled',
      'closed',
    ]),
    at: time.nullable(),
    how: z.enum(['call', 'whatsapp', 'email']).nullable(),
    call: window.nullable(),
    until: z.iso.date().nullable(),
    reason: z.string().nullable(),
    next_by: time.nullable(),
  }),
  do_not_call: z.boolean(),
  merged: z.boolean(),
  offers: z.array(
    z.strictObject({
      id: z.uuid(),
      number: z.int(),
      at: time,
      amount: z.int(),
      market_value: z.int(),
      basis: z.string(),
      conditions: z.string().nullable(),
      funds: z.string(),
      details: offerDetails,
      open_point: z.int().nullable(),
      valid_until: z.iso.date(),
      status: z.enum(['made', 'changed', 'accepted', 'declined', 'withdrawn']),
      reason_code: z.string().nullable(),
      stands: z.boolean(),
    }),
  ),
  answer: z
    .strictObject({ at: time, answer: z.enum(['go_ahead', 'decline']), offer_number: z.int() })
    .nullable(),
  conversation: z.array(
    z.discriminatedUnion('kind', [
      z.strictObject({
        ...said,
        kind: z.enum(['message', 'contact_corrected', 'stopped', 'mailed']),
      }),
      z.strictObject({
        ...said,
        kind: z.enum(['attempt', 'spoke']),
        how: z.enum(['call', 'whatsapp', 'email']),
        outcome: z.string(),
      }),
      z.strictObject({ ...said, kind: z.literal('call_wished'), call: window }),
      z.strictObject({
        ...said,
        kind: z.literal('answered_offer'),
        answer: z.enum(['go_ahead', 'decline']),
        offer_number: z.int(),
      }),
    ]),
  ),
  sent: z.strictObject({
    name: z.string().optional(),
    phone: z.string().optional(),
    email: z.string().nullable().optional(),
    postcode: z.string().nullable(),
    address: z.string().nullable(),
    property_type: z.string().nullable(),
    bedrooms: z.string().nullable(),
    property_condition: z.string().nullable(),
    message: z.string().nullable(),
  }),
  contact: z.strictObject({ phone: z.string(), email: z.string().nullable() }).nullable(),
  call_windows: z.array(z.strictObject({ from: time, to: time })),
  shares: z.array(
    z.strictObject({ number: z.int(), made_at: time, opened_at: time.nullable(), ends_at: time }),
  ),
  held_until: z.iso.date().nullable(),
});

export type Enquiry = z.infer<typeof enquirySchema>;
