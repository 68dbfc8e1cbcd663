import * as z from 'zod';
import type { Enquiry } from '#src/enquiry/types.ts';

const only = (keys: string, parts: Record<string, z.ZodType> = {}) =>
  z.strictObject({
    ...Object.fromEntries(keys.split(' ').map((key) => [key, z.any().optional()])),
    ...parts,
  });

const said = 'id at from name body kind is_mailed';
const WINDOW = only('from to');

/**
 * All that a seller may see, as the call `enquiry` returns it: a test that parses an enquiry with this schema fails on
 * any key that is not in it.
 */
export const enquirySchema = only(
  'access reference sent_at source now do_not_call merged held_until visitor has_dates',
  {
    state: only('code at how until reason next_by visit is_next_at', { call: WINDOW.nullable() }),
    offers: z.array(
      only(
        'id number at amount market_value basis conditions funds details valid_until status reason_code open_point actual_costs stands',
      ),
    ),
    answer: only('at answer offer_number').nullable(),
    conversation: z.array(
      z.union([
        only(said),
        only(`${said} how outcome`),
        only(said, { call: WINDOW }),
        only(`${said} answer offer_number`),
      ]),
    ),
    complaints: z.array(
      only('id body way received_on due_on', { answer: only('at name body sent_by').nullable() }),
    ),
    sent: only('name phone email postcode address property_type bedrooms property_condition message'),
    contact: only('phone email is_returned').nullable(),
    call_windows: z.array(WINDOW),
    shares: z.array(only('number made_at opened_at ends_at')),
    papers: z.array(only('id at by kind title file_type bytes width height offer_number')),
  },
) as unknown as z.ZodType<Enquiry>;
