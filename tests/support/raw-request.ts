import { request } from 'node:http';

/** A request whose path is sent exactly as written: `fetch` would normalise it. */
export function rawRequest(
  url: string,
  path: string,
  method = 'GET',
): Promise<{ status: number; headers: string; body: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, method, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: JSON.stringify(response.headers), body });
      });
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
