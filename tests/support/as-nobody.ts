import { chown } from 'node:fs/promises';
import { serverCommand } from './running-server.ts';

const NOBODY = 65_534;

/** Lets a user read the checkout wherever it is, as the checkout's own user could. Root may have it, or not. */
const CAPABILITY = '+dac_read_search';

/** The command by which root starts the server as an ordinary user, who becomes the data folder's owner. */
export async function commandAsNobody(dataDir: string): Promise<[string, ...string[]]> {
  await chown(dataDir, NOBODY, NOBODY);
  return [
    'setpriv',
    `--reuid=${NOBODY}`,
    `--regid=${NOBODY}`,
    '--clear-groups',
    `--inh-caps=${CAPABILITY}`,
    `--ambient-caps=${CAPABILITY}`,
    '--securebits=+no_setuid_fixup',
    ...serverCommand(),
  ];
}
