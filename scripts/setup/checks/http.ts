import { request as requestHttp, type IncomingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { ANSWER_LIMIT_MS, hostOf, type CheckContext } from './check-context.ts';

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

type Options = { method?: string; headers?: Record<string, string>; body?: string };

/**
 * Requests a URL as a visitor does, at the IP address of its name. Redirects are not followed. The certificate is not
 * verified here: `certificates.ts` checks it, and an invalid certificate would hide all other problems.
 *
 * @throws {Error} when nothing answers
 */
export async function request(
  { addressesOf }: Pick<CheckContext, 'addressesOf'>,
  url: URL,
  { method = 'GET', headers = {}, body }: Options = {},
): Promise<Answer> {
  const [address] = await addressesOf(hostOf(url));
  if (address === undefined) throw new Error(`${hostOf(url)} has no address`);
  const isHttps = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    const sent = (isHttps ? requestHttps : requestHttp)(
      {
        host: address,
        port: url.port || (isHttps ? 443 : 80),
        path: url.pathname + url.search,
        method,
        headers: { host: url.host, ...headers },
        agent: false,
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
        ...(isHttps && { servername: hostOf(url), rejectUnauthorized: false }),
      },
      (response) => {
        text(response).then(
          (answer) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: answer }),
          reject,
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
