import { readOrigin } from '#lead/origin.ts';
import { createInstallation } from './installation.ts';
import { waitUntil } from '../runner/wait-until.ts';

export type Product = Awaited<ReturnType<typeof startProduct>>;

/**
 * For browser tests and benchmarks: starts the product as an operator does, with a data folder of its own, which is
 * removed at the end.
 */
export async function startProduct(variables: Record<string, string> = {}) {
  const { dataDir, start, query, readMails, close } = await createInstallation();
  const server = await start(variables);

  const findDeliveries = (phone: string) =>
    query(
      `select from private.delivery_attempts join public.leads on leads.id = lead_id
       where phone = $1 and kind = 'lead' and finished_at is not null and error_code is null`,
      [phone],
    );

  async function stop() {
    await server.kill('SIGTERM');
    await close();
  }

  return {
    server,
    dataDir,
    query,
    /** The stored leads with a phone number, oldest first, without id and time. */
    findLeads: async (phone: string) => {
      const rows = await query(
        `select name, email, phone, postcode, address, property_type, bedrooms, property_condition, message, source
         from public.leads where phone = $1 order by created_at`,
        [phone],
      );
      return rows as Record<string, string | null>[];
    },
    /** Where the leads with a phone number came from (page, campaign), oldest first; null where that is not stored. */
    findOrigins: async (phone: string) => {
      const rows = await query(
        `select origin from public.leads left join private.notifications on lead_id = id and kind = 'lead'
         where phone = $1 order by created_at`,
        [phone],
      );
      return rows.map(({ origin }) => {
        const known = Object.entries(readOrigin(origin as string | null) ?? {}).filter(([, value]) => value);
        return known.length > 0 ? (Object.fromEntries(known) as Record<string, string>) : null;
      });
    },
    /**
     * Resolves when the mail about a phone number has been sent, with the mail and the number of deliveries. Deliveries
     * are counted in `delivery_attempts`, because two mails about one lead would be one file in the outbox.
     */
    waitForMail: async (phone: string) => {
      await waitUntil('the notification is sent', async () => (await findDeliveries(phone)).length > 0);
      const mails = (await readMails()).filter((mail) => mail.includes(phone));
      return { mail: mails[0] ?? '', deliveries: (await findDeliveries(phone)).length };
    },
    close: stop,
    [Symbol.asyncDispose]: stop,
  };
}
