import type { Client } from 'pg';

/**
 * The tables with lasting data. Each comes after those that it references, so that rows can be loaded in this order.
 * Left out: the counts of the rate limits, the short-lived data (sessions, devices, challenges, codes,
 * links) of the sign-in to the desk, the staff's app, and what their devices are told.
 */
export const TABLES = [
  'public.leads',
  'private.notifications',
  'private.delivery_attempts',
  'desk.lead_origins',
  'desk.enquiry_keys',
  'desk.refused_addresses',
  'desk.mailboxes',
  'private.secrets',
  'private.lead_limits',
  'private.address_limits',
  'desk.staff',
  'desk.saved_replies',
  'desk.site_pictures',
  'desk.site_picture_sizes',
  'desk.site_changes',
  'desk.site_versions',
  'desk.site_files',
  'desk.site_version_files',
  'desk.site_publications',
  'desk.settings',
  'desk.opening_hours',
  'desk.special_days',
  'desk.imports',
  'desk.imported_leads',
  'desk.demo_leads',
  'desk.cases',
  'desk.events',
  'desk.texts',
  'desk.requests',
  'desk.offers',
  'desk.actual_costs',
  'desk.offer_drafts',
  'desk.papers',
  'desk_auth.users',
  'desk_auth.passkeys',
  'desk_auth.apps',
] as const;

export type Table = (typeof TABLES)[number];

const TABLES_WITH_IDENTITY: readonly Table[] = [
  'private.delivery_attempts',
  'desk.imports',
  'desk.events',
  'desk.site_versions',
  'desk.site_publications',
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
