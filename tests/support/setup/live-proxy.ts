/** For tests: a proxy with certificates in front of the site and the desk, as on a live machine. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import {
  createServer as createHttpServer,
  request,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen } from '../server/listen-on-free-port.ts';

export type Certificate = { key: string; cert: string };

export function makeCertificate(names: readonly string[], days: number): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const alternatives = names.map((name) => `DNS:${name}`).join(',');
  try {
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
        ...['-days', String(days), '-subj', `/CN=${names[0] ?? ''}`],
        ...['-addext', `subjectAltName=${alternatives}`],
        ...['-keyout', key, '-out', cert],
      ],
      { stdio: 'ignore' },
    );
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

type Options = {
  certificate: Certificate;
  portOf: (host: string) => number;
};

/** Passes https requests on by host name, and redirects http to https. */
export async function startLiveProxy({ certificate, portOf }: Options) {
  /** The handlers that answer in place of the servers, by host and path. */
  const instead = new Map<string, Answer>();
  /** The names of the headers that the proxy removes from responses. */
  const removed = new Set<string>();
  let redirect = { status: 308, keepsQuery: true };
  const secure = createHttpsServer(certificate, (incoming, response) => {
    const host = (incoming.headers.host ?? '').replace(/:\d+$/, '');
    const answer = instead.get(host + (incoming.url ?? ''));
    if (answer) {
      answer(incoming, response);
      return;
    }
    const passed = request(
      {
        host: '127.0.0.1',
        port: portOf(host),
        path: incoming.url,
        method: incoming.method,
        headers: { ...incoming.headers, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' },
      },
      (from) => {
        const headers = Object.entries(from.headers).filter(([name]) => !removed.has(name));
        response.writeHead(from.statusCode ?? 502, Object.fromEntries(headers));
        from.pipe(response);
      },
    );
    passed.on('error', () => response.writeHead(502).end());
    incoming.pipe(passed);
  });
  const plain = createHttpServer((incoming, response) => {
    const host = (incoming.headers.host ?? '').replace(/:\d+$/, '');
    const { status, keepsQuery } = redirect;
    const path = (incoming.url ?? '').replace(keepsQuery ? '' : /\?.*/, '');
    response.writeHead(status, { location: `https://${host}${path}` }).end();
  });
  const [port, httpPort] = [await listen(secure), await listen(plain)];
  return {
    port,
    httpPort,
    instead,
    removed,
    use: (other: Certificate) => secure.setSecureContext(other),
    setRedirect: (status: number, { keepsQuery = true } = {}) => {
      redirect = { status, keepsQuery };
    },
    close: () => {
      for (const server of [secure, plain]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}
