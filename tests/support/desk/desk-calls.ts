import { randomUUID } from 'node:crypto';
import { inAnHour, londonDay, offerTerms } from './desk-database.ts';
import { openDeskRoutes } from './desk-door.ts';
import { embeddedDatabaseUrl } from '../server/installation.ts';
import type { Product } from '../server/product.ts';
import { addSignedInOwner } from './signed-in-owner.ts';

type Arguments = Record<string, unknown>;
type Lead = { version: number; offers: { id: string }[] };

/** The next step, which every change has to name. */
const NEXT = { next_action: 'wait_for_seller', next_at: inAnHour() };

/**
 * For browser tests and benchmarks: adds a member of staff to the desk.
 *
 * @returns calls of the desk's routes, with which this person works on the lead with the phone number
 */
export async function openDesk(product: Pick<Product, 'query' | 'dataDir'>, phone: string) {
  const token = await addSignedInOwner((text, values) => product.query(text, values), 'Kirsty Example');

  /** Opened for each call, because the product's database may be stopped at any time. */
  async function callRoute(name: string, given: Arguments) {
    const routes = openDeskRoutes(await embeddedDatabaseUrl(product.dataDir));
    try {
      return (await routes.call(token, name, given)) as Lead;
    } finally {
      await routes.close();
    }
  }

  const leadId = async () =>
    (await product.query('select id from public.leads where phone = $1 order by created_at', [phone]))[0]?.id;
  const call = async (name: string, given: Arguments) =>
    callRoute(name, { lead_id: await leadId(), request_id: randomUUID(), ...given });
  const lead = async () => callRoute('lead', { lead_id: await leadId() });

  return {
    leadId,
    callRoute,
    call,
    plan: async (given: Arguments) => call('plan', { version: (await lead()).version, ...given }),
    makeOffer: async (given: Arguments = {}) =>
      call('offer', {
        version: (await lead()).version,
        ...offerTerms({ amount: 155_000, market_value: 185_000, conditions: 'Entry within eight weeks.' }),
        valid_until: londonDay(20),
        ...NEXT,
        ...given,
      }),
    changeOffer: async (amount: number) => {
      const { version, offers } = await lead();
      return call('change_offer', {
        version,
        offer_id: offers[0]?.id,
        status: 'changed',
        amount,
        reason_code: 'title',
        evidence: 'A missing deed.',
        ...NEXT,
      });
    },
  };
}
