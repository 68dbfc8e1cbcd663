import { connect, type PeerCertificate } from 'node:tls';
import { longDate } from '#src/lib/dates.ts';
import { messageOf } from '../../error-text.ts';
import {
  addressesToCheck,
  ANSWER_LIMIT_MS,
  hostOf,
  type CheckContext,
  type Finding,
} from './check-context.ts';

const DAY_MS = 86_400_000;

/** The proxies renew a certificate about 30 days before its end. If fewer days than this are left, they have failed. */
const NEEDED_DAYS = 14;

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

/**
 * Connects and reads the certificate.
 *
 * @returns the certificate, and Node's error code if it is not valid
 * @throws {Error} when there is no TLS at this address
 */
function readCertificate(
  address: string,
  url: URL,
): Promise<{ certificate: PeerCertificate; problem: string | undefined }> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      {
        host: address,
        port: Number(url.port || 443),
        servername: hostOf(url),
        // A certificate that is not valid must be read as well, to report what is wrong with it.
        rejectUnauthorized: false,
        timeout: ANSWER_LIMIT_MS,
      },
      () => {
        // The value is a code at run time, although its type is Error.
        const problem = socket.authorized ? undefined : String(socket.authorizationError);
        resolve({ certificate: socket.getPeerCertificate(), problem });
        socket.destroy();
      },
    );
    socket.on('error', reject);
    socket.on('timeout', () => socket.destroy(new Error('no answer')));
  });
}

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
    const { certificate, problem } = await readCertificate(address, url);
    if (problem)
      return { what: `The certificate of ${name} is not valid: ${PROBLEMS[problem] ?? problem}.`, mend };
    const until = new Date(certificate.valid_to);
    const days = Math.floor((until.getTime() - context.now.getTime()) / DAY_MS);
    const what = `The certificate of ${name} is valid until ${longDate(until)} (${days} days).`;
    return days > NEEDED_DAYS ? { what } : { what, mend };
  } catch (error) {
    return { what: `${name} answers no https (${messageOf(error)}).`, mend };
  }
}

/** Whether the certificates are valid, and for long enough. */
export function checkCertificates(context: CheckContext): Promise<Finding[]> {
  return Promise.all(addressesToCheck(context).map((url) => checkCertificate(context, url)));
}
