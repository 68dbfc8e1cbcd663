import pg from 'pg';
import { createLinkToken, linkOf } from '#server/desk/sign-in/links.ts';
import { addStaff } from '#server/desk/staff.ts';
import { embeddedDatabaseUrl } from '../server/installation.ts';

async function makeLink(
  dataDir: string,
  deskUrl: string,
  findUser: (client: pg.Client) => Promise<string>,
): Promise<string> {
  const client = new pg.Client(await embeddedDatabaseUrl(dataDir));
  await client.connect();
  try {
    return linkOf(deskUrl, await createLinkToken(client, await findUser(client)));
  } finally {
    await client.end();
  }
}

/**
 * For tests: adds a person to the desk (the staff's app) of an installation, as `npm run staff` does.
 *
 * @returns their one-time link
 */
export const inviteToDesk = (dataDir: string, deskUrl: string, person: Parameters<typeof addStaff>[1]) =>
  makeLink(dataDir, deskUrl, (client) => addStaff(client, person));

/** A new one-time link of the only owner. */
export const linkOfOwner = (dataDir: string, deskUrl: string) =>
  makeLink(dataDir, deskUrl, async (client) => {
    const { rows } = await client.query<{ user_id: string }>(
      `select user_id from desk.staff where role = 'owner'`,
    );
    return rows[0]?.user_id ?? '';
  });
