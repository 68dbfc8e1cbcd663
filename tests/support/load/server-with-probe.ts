import { join } from 'node:path';
import type { Installation } from '../server/installation.ts';
import type { Reading } from './memory-probe.ts';
import { serverCommand } from '../server/running-server.ts';
import { waitUntil } from '../runner/wait-until.ts';

export type Probed = Awaited<ReturnType<typeof startProbed>>;

/** For load tests and hostile tests: starts the real server with a probe inside that reports its memory. */
export async function startProbed(installation: Installation, variables: Record<string, string> = {}) {
  const server = await installation.start(
    variables,
    serverCommand('--expose-gc', '--import', join(import.meta.dirname, 'memory-probe.ts')),
  );
  const readings = () => server.log.filter(({ msg }) => msg === 'probe');
  return {
    server,
    probe: async () => {
      const before = readings().length;
      process.kill(server.pid, 'SIGUSR2');
      await waitUntil('the probe has logged a reading', () => Promise.resolve(readings().length > before));
      return readings().at(-1) as unknown as Reading;
    },
  };
}
