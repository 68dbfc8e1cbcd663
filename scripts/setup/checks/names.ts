import proxyAddr from 'proxy-addr';
import { foreignAmong } from '../domains.ts';
import { addressesToCheck, hostOf, type CheckContext, type Finding } from './check-context.ts';

const isLoopback = proxyAddr.compile('loopback');

/** A machine may have its own name in its hosts file, with a loopback address. */
const isElsewhere = (address: string) => !isLoopback(address, 0);

/** Whether the names of the site and the desk lead to this machine, or to the other machine that is its proxy. */
export async function checkNames(context: CheckContext): Promise<Finding[]> {
  const { ownAddresses, env } = context;
  const hasOwnProxy = env.TRUST_PROXY.every((proxy) => isLoopback(proxy.split('/')[0] ?? '', 0));
  return Promise.all(
    addressesToCheck(context).map(async (url): Promise<Finding> => {
      const name = hostOf(url);
      const addresses = await context.addressesOf(name);
      if (addresses.length === 0) {
        return {
          what: `${name} has no address.`,
          mend: 'Add its A record where you bought the domain: deploy/live/next-steps.txt has it ready to copy.',
        };
      }
      const foreign = hasOwnProxy ? foreignAmong(addresses, ownAddresses).filter(isElsewhere) : [];
      if (foreign.length === 0) return { what: `${name} is at ${addresses.join(' and ')}.` };
      return {
        what: `${name} points to ${foreign.join(' and ')}, but this machine is ${ownAddresses.join(' and ')}.`,
        mend: 'Correct its record where you bought the domain. If a proxy of yours is there, name it in TRUST_PROXY.',
      };
    }),
  );
}
