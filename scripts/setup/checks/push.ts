import { once } from 'node:events';
import { connect } from 'node:net';
import type { CheckContext, Finding } from './check-context.ts';

const LIMIT_MS = 5_000;

async function canReach({ host, port }: CheckContext['timeServer']): Promise<boolean> {
  const socket = connect({ host, port });
  const isConnected = await once(socket, 'connect', { signal: AbortSignal.timeout(LIMIT_MS) }).then(
    () => true,
    () => false,
  );
  socket.on('error', () => undefined).destroy();
  return isConnected;
}

/** Whether this machine reaches the browsers' makers, which tell the devices of staff. */
export async function checkPush({ desk, pushServices }: CheckContext): Promise<Finding[]> {
  if (desk === undefined) return [];
  const reached = await Promise.all(pushServices.map(canReach));
  const missing = pushServices.filter((_, index) => !reached[index]).map(({ host }) => host);
  return missing.length === 0
    ? [{ what: 'The push services of browsers can be reached.' }]
    : [
        {
          what: `${missing.join(', ')} cannot be reached, so no device of staff with that browser is told of leads.`,
          mend: 'Allow connections to port 443 of all hosts in the firewall.',
        },
      ];
}
