import { chown } from 'node:fs/promises';
import { commandWithoutRoot } from '../../server/database/binaries.ts';
import { serverCommand } from './running-server.ts';

const NOBODY = { uid: 65_534, gid: 65_534 };

/** What root calls to start the server as an ordinary user, whose the data folder then is. */
export async function commandAsNobody(dataDir: string): Promise<[string, ...string[]]> {
  await chown(dataDir, NOBODY.uid, NOBODY.gid);
  // It may read the checkout wherever that is, as its own user could.
  return [...(await commandWithoutRoot(NOBODY)), ...serverCommand()];
}
