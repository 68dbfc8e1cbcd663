/** For tests that run as root, but must start the server as an ordinary user. */
import { chown } from 'node:fs/promises';
import { serverCommand } from './running-server.ts';

/** The number of the user nobody, and of its group. */
export const NOBODY = 65_534;

/**
 * Lets the user nobody read the repository, even if it is in a folder that only root may enter. In containers whose
 * root lacks this capability, `setpriv` fails.
 */
const CAPABILITY = '+dac_read_search';

/** The command with which root starts the server as an ordinary user, who becomes the data folder's owner. */
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
