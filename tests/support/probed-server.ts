import { join } from 'node:path';
import type { Installation } from './installation.ts';
import { serverCommand, type RunningServer } from './running-server.ts';
import { waitUntil } from './wait-until.ts';

type Reading = {
  /** A fingerprint of the built-in objects' prototypes. */
  prototypes: string;
  rssMb: number;
  /** In use after a garbage collection. */
  usedMb: number;
};

export type Probed = { server: RunningServer; probe: () => Promise<Reading> };

/** Starts the real server with a probe inside (`probe.ts`). */
export async function startProbed(
  installation: Installation,
  variables: Record<string, string> = {},
): Promise<Probed> {
  const server = await installation.start(
    variables,
    serverCommand('--expose-gc', '--import', join(import.meta.dirname, 'probe.ts')),
  );
  const readings = () => server.log.filter(({ msg }) => msg === 'probe');
  return {
    server,
    async probe() {
      const before = readings().length;
      process.kill(server.pid, 'SIGUSR2');
      await waitUntil('the probe answers', () => Promise.resolve(readings().length > before));
      return readings().at(-1) as unknown as Reading;
    },
  };
}
