import type { Client } from 'pg';

/**
 * The tables with lasting data. Each comes after those that it references, so that rows can be loaded in this order.
 * Left out: the rate limit's counts in `private.address_counts`, and the short-lived data (sessions, challenges, codes,
 * links) of the sign-in to the desk, the staff's app.
 */
export const TABLES = [
  'public.leads',
  'private.notifications',
  'private.delivery_attempts',
  'private.lead_origins',
  'private.enquiry_keys',
  'private.seller_mails',
  'private.secrets',
  'private.lead_limits',
  'private.address_limits',
  'desk_private.staff',
  'desk_private.settings',
  'desk_private.opening_hours',
  'desk_private.bank_holidays',
  'desk_private.special_days',
  'desk_private.imports',
  'desk_private.imported_leads',
  'desk_private.demo_leads',
  'desk_private.cases',
  'desk_private.events',
  'desk_private.texts',
  'desk_private.requests',
  'desk_private.offers',
  'desk_auth.users',
  'desk_auth.passkeys',
  'desk_auth.apps',
] as const;

export type Table = (typeof TABLES)[number];

const TABLES_WITH_IDENTITY: readonly Table[] = [
  'private.delivery_attempts',
  'private.seller_mails',
  'desk_private.imports',
  'desk_private.events',
];

/**
 * Replaces all rows of these tables, within the caller's transaction. The triggers do not run: they would generate ids,
 * times and notifications, which the loaded rows already have, and refuse `delete`.
 *
 * @param tables in the order of `TABLES`
 * @param load inserts the rows of one table
 */
export async function refillTables<Item extends { name: Table }>(
  client: Client,
  tables: readonly Item[],
  load: (table: Item) => Promise<void>,
): Promise<void> {
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  // The migrations have written rows, such as the secrets.
  for (const { name } of tables.toReversed()) await client.query(`delete from ${name}`);
  for (const table of tables) await load(table);
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
  for (const { name } of tables.filter((table) => TABLES_WITH_IDENTITY.includes(table.name))) {
    await client.query(
      `select setval(pg_get_serial_sequence('${name}', 'id'), max(id)) from ${name} having max(id) is not null`,
    );
  }
}
