import { chown } from 'node:fs/promises';
import { commandWithoutRoot } from '../../server/database/binaries.ts';
import { serverCommand } from './running-server.ts';

const NOBODY = { uid: 65_534, gid: 65_534 };

/** The command by which root starts the server as an ordinary user, who becomes the data folder's owner. */
export async function commandAsNobody(dataDir: string): Promise<[string, ...string[]]> {
  await chown(dataDir, NOBODY.uid, NOBODY.gid);
  // It may read the checkout wherever it is, as the checkout's own user could.
  return [...(await commandWithoutRoot(NOBODY)), ...serverCommand()];
}
