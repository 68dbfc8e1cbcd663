import { connect } from 'node:tls';
import { LIMITS } from '../faults.ts';

const ANSWER_LIMIT_MS = 10_000;
const DAY_MS = 86_400_000;

export type Certificate = {
  until: Date;
  /** Node's error code, if the certificate is not valid. */
  problem: string | undefined;
};

/**
 * Connects and reads the certificate.
 *
 * @param address where to connect: the name's address
 * @throws {Error} when there is no TLS at this address
 */
export function readCertificate(address: string, url: URL): Promise<Certificate> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      {
        host: address,
        port: Number(url.port || 443),
        servername: url.hostname.replace(/^\[|\]$/g, ''),
        // A certificate that is not valid must be read as well, to report what is wrong with it.
        rejectUnauthorized: false,
        timeout: ANSWER_LIMIT_MS,
      },
      () => {
        // The value is a code at run time, although its type is Error.
        const problem = socket.authorized ? undefined : String(socket.authorizationError);
        resolve({ until: new Date(socket.getPeerCertificate().valid_to), problem });
        socket.destroy();
      },
    );
    socket.on('error', reject);
    socket.on('timeout', () => socket.destroy(new Error('no answer')));
  });
}

export const isValidForLong = ({ until, problem }: Certificate, now: Date): boolean =>
  problem === undefined && until.getTime() - now.getTime() > LIMITS.certificateDays * DAY_MS;
