import { randomUUID } from 'node:crypto';
import { inAnHour, londonDay, passkeyClaims } from './desk-database.ts';
import type { Product } from './product.ts';

type Arguments = Record<string, unknown>;
type Lead = { version: number; offers: { id: string }[] };

/** The next step, which every change has to name. */
const NEXT = { next_action: 'wait_for_seller', next_at: inAnHour() };

/**
 * For browser tests and benchmarks: adds a member of staff to the desk.
 *
 * @returns calls of the desk's functions, with which this person works on the lead with the phone number
 */
export async function openDesk(product: Product, phone: string) {
  const staffId = randomUUID();
  await product.query('select desk.add_staff($1, $2, $3)', [staffId, 'Kirsty Example', 'owner']);

  async function callFunction(name: string, given: Arguments) {
    const places = Object.keys(given).map((key, index) => `${key} => $${index + 2}`);
    // Each query is a transaction of its own, so one statement sets the claims and calls the function.
    const [row] = await product.query(
      `with claims as materialized (select set_config('request.jwt.claims', $1, true) as given)
       select desk.${name}(${places.join(', ')}) as value from claims where given <> ''`,
      [JSON.stringify(passkeyClaims(staffId)), ...Object.values(given)],
    );
    return row?.value as Lead;
  }

  const leadId = async () =>
    (await product.query('select id from public.leads where phone = $1 order by created_at', [phone]))[0]?.id;
  const call = async (name: string, given: Arguments) =>
    callFunction(name, { lead_id: await leadId(), request_id: randomUUID(), ...given });
  const lead = async () => callFunction('lead', { lead_id: await leadId() });

  return {
    leadId,
    call,
    makeOffer: async () =>
      call('offer', {
        version: (await lead()).version,
        amount: 155_000,
        market_value: 185_000,
        basis: 'home_report',
        conditions: 'Entry within eight weeks.',
        valid_until: londonDay(20),
        funds: 'own',
        ...NEXT,
      }),
    changeOffer: async (amount: number) => {
      const { version, offers } = await lead();
      return call('change_offer', {
        version,
        offer_id: offers[0]?.id,
        status: 'changed',
        amount,
        reason_code: 'market',
        evidence: 'Prices.',
        ...NEXT,
      });
    },
  };
}
