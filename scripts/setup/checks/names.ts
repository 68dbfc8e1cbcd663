import { addressesToCheck, hostOf, type CheckContext, type Finding } from './check-context.ts';

/** Whether the names of the site and the desk have addresses. */
export async function checkNames(context: CheckContext): Promise<Finding[]> {
  const names = addressesToCheck(context).map(hostOf);
  const found = await Promise.all(names.map(context.addressesOf));
  const [ofSite = []] = found;
  return names.map((name, index): Finding => {
    const addresses = found[index] ?? [];
    if (addresses.length === 0) {
      return {
        what: `${name} has no address.`,
        mend: 'Add its A record where you bought the domain: deploy/live/next-steps.txt has it ready to copy.',
      };
    }
    const isElsewhere = index > 0 && !addresses.some((address) => ofSite.includes(address));
    return {
      what: `${name} is at ${addresses.join(' and ')}${isElsewhere ? ', which is another address than the site’s' : ''}.`,
    };
  });
}
