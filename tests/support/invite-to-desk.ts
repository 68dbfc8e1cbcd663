import pg from 'pg';
import { createLink, linkOf } from '../../server/desk/one-time-links.ts';
import { addPerson } from '../../server/desk/people.ts';
import { embeddedDatabaseUrl } from './installation.ts';

/** Lets somebody work at the desk of an installation, as `npm run staff` does. @returns their link, which works once */
export async function inviteToDesk(
  dataDir: string,
  deskUrl: string,
  person: Parameters<typeof addPerson>[1],
): Promise<string> {
  const client = new pg.Client(await embeddedDatabaseUrl(dataDir));
  await client.connect();
  try {
    return linkOf(deskUrl, await createLink(client, await addPerson(client, person)));
  } finally {
    await client.end();
  }
}
