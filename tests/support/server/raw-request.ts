import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** For tests: sends a request with its path exactly as written, which `fetch` would normalise. */
export async function rawRequest(url: string, path: string, method = 'GET') {
  const { hostname, port } = new URL(url);
  const outgoing = request({ hostname, port, path, method, agent: false }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers } = response;
  return { status, headers: JSON.stringify(headers), body: await text(response) };
}
