import type { Socket } from 'node:net';
import { CHAT_LEAD } from '../../support/leads/sample-leads.ts';
import { PUBLISHABLE_KEY } from '../../support/server/publishable-key.ts';

const END = '\r\n\r\n';
const HEAD = `POST /rest/v1/leads HTTP/1.1\r\nhost: x\r\napikey: ${PUBLISHABLE_KEY}\r\ncontent-type: application/json`;
const LEAD = JSON.stringify(CHAT_LEAD);

const withBody = (body: Buffer | string): Buffer =>
  Buffer.concat([
    Buffer.from(`${HEAD}\r\ncontent-length: ${Buffer.byteLength(body)}${END}`),
    Buffer.from(body),
  ]);
const withHeader = (header: string): string =>
  `${HEAD}\r\n${header}\r\ncontent-length: ${LEAD.length}${END}${LEAD}`;
const chunked = (chunks: string): string => `${HEAD}\r\ntransfer-encoding: chunked${END}${chunks}`;
const get = (target: string, headers = 'host: x'): string => `GET ${target} HTTP/1.1\r\n${headers}${END}`;

/**
 * The server must have the headers of a request after 5 s and all of it after 10 s; otherwise it closes the connection
 * (`server/http-server.ts`). It checks once a second. These limits allow 5 s more.
 */
const HEADERS_LIMIT_MS = 10_000;
const REQUEST_LIMIT_MS = 15_000;

type KnownAttack = [
  name: string,
  write: Buffer | string | ((socket: Socket) => void),
  /** The correct statuses. Closing the connection is always correct. */
  statuses: number[],
  /** The time within which the server must respond or close the connection; by default 5 s. */
  limitMs?: number,
];

/** Requests of kinds that are known to have broken HTTP servers. */
export const KNOWN_ATTACKS: KnownAttack[] = [
  [
    '10 MB in chunks, without a length',
    chunked(`${'10000\r\n'.concat('a'.repeat(65_536), '\r\n').repeat(160)}0${END}`),
    [413],
  ],
  ['a length of 10 MB and nothing after it', `${HEAD}\r\ncontent-length: 10000000${END}`, [413]],
  ['a negative length', `${HEAD}\r\ncontent-length: -1${END}`, [400]],
  ['a length that overflows', `${HEAD}\r\ncontent-length: 99999999999999999999${END}`, [400]],
  ['a byte order mark', withBody(`\ufeff${LEAD}`), [201, 400]],
  ['a compressed body', withHeader('content-encoding: gzip'), [201, 400, 415]],
  ['a lead origin that is not ASCII', withHeader('x-lead-origin: page=\u00ff\u0080&=&%&%u0041'), [201]],
  [
    'a lead origin that is given twice',
    withHeader('x-lead-origin: page=/a\r\nx-lead-origin: page=/b'),
    [201],
  ],

  ['two lengths', `${HEAD}\r\ncontent-length: 5\r\ncontent-length: 6${END}{"a":1}`, [400]],
  [
    'a length and chunks',
    `${HEAD}\r\ncontent-length: 5\r\ntransfer-encoding: chunked${END}0${END}GET /healthz HTTP/1.1${END}`,
    [400],
  ],
  ['chunked twice', `${HEAD}\r\ntransfer-encoding: chunked, chunked${END}0${END}`, [400]],
  ['an encoding that is nearly chunked', `${HEAD}\r\ntransfer-encoding: xchunked${END}0${END}`, [400]],
  ['a chunk size that overflows', chunked(`FFFFFFFFFFFFFFFFFF\r\na`), [400]],
  ['a chunk with a megabyte of extension', chunked(`1;${'a'.repeat(1_000_000)}\r\na`), [400, 413]],
  ['ten thousand trailers', chunked(`0\r\n${'a: b\r\n'.repeat(10_000)}\r\n`), [400, 431]],

  ['ten thousand headers', get('/', 'a: b\r\n'.repeat(10_000)), [431]],
  ['a header of 100 KB', get('/', `host: x\r\na: ${'b'.repeat(100_000)}`), [431]],
  ['a URL of 100 KB', get(`/${'a'.repeat(100_000)}`), [431]],
  ['a folded header', get('/', 'host: x\r\na: b\r\n c'), [400]],
  ['a space before the colon', get('/', 'host : x'), [400]],
  ['a NUL in a header', get('/', 'host: x\r\na: \u0000'), [400]],
  ['lines that end in LF alone', 'GET / HTTP/1.1\nhost: x\n\n', [400]],
  ['two hosts', get('/', 'host: a\r\nhost: b'), [200, 400]],
  ['HTTP/0.9', 'GET /\r\n', [400, 408], HEADERS_LIMIT_MS],
  ['HTTP/2', `PRI * HTTP/2.0${END}SM${END}`, [400]],
  ['TLS', Buffer.from('16030100a5010000a10303', 'hex'), [400]],
  ['CONNECT', `CONNECT elsewhere.example:443 HTTP/1.1\r\nhost: x${END}`, [404, 405]],
  ['the URL of another host', get('http://elsewhere.example/server/main.ts'), [400, 404]],
  ['dots encoded twice', get('/%252e%252e%252fetc%252fpasswd'), [404]],
  ['back slashes', get('/..\\..\\server\\main.ts'), [400, 404]],

  [
    'a hundred pipelined requests whose responses are read late',
    (socket) => {
      socket.pause();
      socket.write(get('/').repeat(100));
      setTimeout(() => socket.resume(), 500);
    },
    [200],
  ],
  ['a second request inside the body of the first', withBody(`${LEAD}${get('/healthz')}`), [400]],
  ['headers that never end', 'GET / HTTP/1.1\r\nhost: x\r\n', [408], HEADERS_LIMIT_MS],
  ['a body that never ends', `${HEAD}\r\ncontent-length: 100${END}{`, [408], REQUEST_LIMIT_MS],
  ['chunks that never end', chunked('1\r\n{\r\n'), [408], REQUEST_LIMIT_MS],
  ['a connection that sends nothing', '', [408], HEADERS_LIMIT_MS],
];
