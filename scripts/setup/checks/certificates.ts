import { longDate } from '#src/lib/dates.ts';
import { isValidForLong, readCertificate } from '#server/operations/certificate.ts';
import { messageOf } from '../../error-text.ts';
import { addressesToCheck, hostOf, type CheckContext, type Finding } from './check-context.ts';

const DAY_MS = 86_400_000;

/** Node's error codes in words. */
const PROBLEMS: Record<string, string> = {
  CERT_HAS_EXPIRED: 'it has ended',
  CERT_NOT_YET_VALID: 'it is not valid yet: look at the clock',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'no authority that browsers trust has signed it',
  SELF_SIGNED_CERT_IN_CHAIN: 'no authority that browsers trust has signed it',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'no authority that browsers trust has signed it',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the proxy does not send the authority’s certificates with it',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another name',
};

async function checkCertificate(context: CheckContext, url: URL): Promise<Finding> {
  const name = hostOf(url);
  if (url.protocol !== 'https:') {
    const variable = url === context.site ? 'SITE_URL' : 'DESK_URL';
    return {
      what: `${name} is used without https.`,
      mend: `Set ${variable}=https://${name}: npm run setup.`,
    };
  }
  const mend = `See why the proxy gets no certificate for ${name}: journalctl -u caddy, or certbot renew --dry-run.`;
  try {
    const [address] = await context.addressesOf(name);
    if (address === undefined)
      return { what: `The certificate of ${name} cannot be read: no address.`, mend };
    const certificate = await readCertificate(address, url);
    const { until, problem } = certificate;
    if (problem)
      return { what: `The certificate of ${name} is not valid: ${PROBLEMS[problem] ?? problem}.`, mend };
    const days = Math.floor((until.getTime() - context.now.getTime()) / DAY_MS);
    const what = `The certificate of ${name} is valid until ${longDate(until)} (${days} days).`;
    return isValidForLong(certificate, context.now) ? { what } : { what, mend };
  } catch (error) {
    return { what: `${name} answers no https (${messageOf(error)}).`, mend };
  }
}

/** Whether the certificates are valid, and for long enough. */
export function checkCertificates(context: CheckContext): Promise<Finding[]> {
  return Promise.all(addressesToCheck(context).map((url) => checkCertificate(context, url)));
}
