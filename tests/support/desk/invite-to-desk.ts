import pg from 'pg';
import { createLinkToken, linkOf } from '#server/desk/sign-in/links.ts';
import { addStaff } from '#server/desk/staff.ts';
import { embeddedDatabaseUrl } from '../server/installation.ts';

/**
 * For tests: adds a person to the desk (the staff's app) of an installation, as `npm run staff` does.
 *
 * @returns their one-time link
 */
export async function inviteToDesk(
  dataDir: string,
  deskUrl: string,
  person: Parameters<typeof addStaff>[1],
): Promise<string> {
  const client = new pg.Client(await embeddedDatabaseUrl(dataDir));
  await client.connect();
  try {
    return linkOf(deskUrl, await createLinkToken(client, await addStaff(client, person)));
  } finally {
    await client.end();
  }
}
