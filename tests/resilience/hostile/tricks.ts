import type { Socket } from 'node:net';
import { CHAT_LEAD } from '../../support/leads.ts';
import { PUBLISHABLE_KEY } from '../../support/publishable-key.ts';

export type Trick = {
  name: string;
  write: Buffer | string | ((socket: Socket) => void);
  /** The answers that will do; an ended connection always does. */
  statuses: number[];
  /** By when it is answered or ended; five seconds where nothing else is said. */
  limitMs?: number;
};

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

/** The server's limits are 5 and 10 s (server/main.ts), and a second in which it looks. */
const HEADERS_LIMIT_MS = 10_000;
const REQUEST_LIMIT_MS = 15_000;

/** What is known to have broken servers, each with the answers that are right. */
export const TRICKS: Trick[] = [
  { name: '10 MB', write: withBody(Buffer.alloc(10_000_000, 'a')), statuses: [413], limitMs: 5_000 },
  {
    name: '10 MB in chunks, without a length',
    write: chunked(`${'10000\r\n'.concat('a'.repeat(65_536), '\r\n').repeat(160)}0${END}`),
    statuses: [413],
    limitMs: 5_000,
  },
  {
    name: 'a length of 10 MB and nothing after it',
    write: `${HEAD}\r\ncontent-length: 10000000${END}`,
    statuses: [413],
  },
  { name: 'a negative length', write: `${HEAD}\r\ncontent-length: -1${END}`, statuses: [400] },
  {
    name: 'a length that overflows',
    write: `${HEAD}\r\ncontent-length: 99999999999999999999${END}`,
    statuses: [400],
  },
  {
    name: '100,000 nested arrays',
    write: withBody('['.repeat(100_000) + ']'.repeat(100_000)),
    statuses: [413],
  },
  { name: '8,000 nested arrays', write: withBody('['.repeat(8_000) + ']'.repeat(8_000)), statuses: [400] },
  { name: '2,000 nested objects', write: withBody('{"name":'.repeat(2_000)), statuses: [400] },
  {
    name: 'a thousand leads in one array',
    write: withBody(`[${Array.from({ length: 150 }, () => '{}').join(',')}]`),
    statuses: [400],
  },
  {
    name: 'the key __proto__',
    write: withBody(`{"__proto__":{"polluted":true},${LEAD.slice(1)}`),
    statuses: [400],
  },
  {
    name: 'the key constructor',
    write: withBody(`{"constructor":{"prototype":{"polluted":true}},${LEAD.slice(1)}`),
    statuses: [400],
  },
  {
    name: 'a query that names a prototype',
    write:
      HEAD.replace('/leads', '/leads?__proto__[polluted]=1&constructor[prototype][polluted]=1') +
      `\r\ncontent-length: ${LEAD.length}${END}${LEAD}`,
    statuses: [400],
  },
  {
    name: 'a form that names a prototype',
    write: `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 34${END}source=__proto__&__proto__[a]=b&c=d`,
    statuses: [400],
  },
  {
    name: 'bytes that are not UTF-8',
    write: withBody(
      Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from('"}')]),
    ),
    statuses: [400],
  },
  { name: 'half a surrogate pair', write: withBody(LEAD.replace('Iain', '\\ud800')), statuses: [400] },
  { name: 'a NUL in a text', write: withBody(LEAD.replace('Iain', '\\u0000')), statuses: [400] },
  { name: 'a byte order mark', write: withBody(`\ufeff${LEAD}`), statuses: [201, 400] },
  { name: 'a compressed body', write: withHeader('content-encoding: gzip'), statuses: [201, 400, 415] },
  { name: 'SQL for a column', write: withBody(`{"name) select version(); --":"x"}`), statuses: [400] },

  {
    name: 'two lengths',
    write: `${HEAD}\r\ncontent-length: 5\r\ncontent-length: 6${END}{"a":1}`,
    statuses: [400],
  },
  {
    name: 'a length and chunks',
    write: `${HEAD}\r\ncontent-length: 5\r\ntransfer-encoding: chunked${END}0${END}GET /healthz HTTP/1.1${END}`,
    statuses: [400],
  },
  {
    name: 'chunked twice',
    write: `${HEAD}\r\ntransfer-encoding: chunked, chunked${END}0${END}`,
    statuses: [400],
  },
  {
    name: 'an encoding that is nearly chunked',
    write: `${HEAD}\r\ntransfer-encoding: xchunked${END}0${END}`,
    statuses: [400],
  },
  { name: 'a chunk size that overflows', write: chunked(`FFFFFFFFFFFFFFFFFF\r\na`), statuses: [400] },
  { name: 'a chunk size that is no number', write: chunked(`z\r\na`), statuses: [400] },
  {
    name: 'a chunk with a megabyte of extension',
    write: chunked(`1;${'a'.repeat(1_000_000)}\r\na`),
    statuses: [400, 413],
  },
  {
    name: 'ten thousand trailers',
    write: chunked(`0\r\n${'a: b\r\n'.repeat(10_000)}\r\n`),
    statuses: [400, 431],
  },

  { name: 'ten thousand headers', write: get('/', 'a: b\r\n'.repeat(10_000)), statuses: [431] },
  { name: 'a header of 100 KB', write: get('/', `host: x\r\na: ${'b'.repeat(100_000)}`), statuses: [431] },
  { name: 'an address of 100 KB', write: get(`/${'a'.repeat(100_000)}`), statuses: [431] },
  { name: 'a folded header', write: get('/', 'host: x\r\na: b\r\n c'), statuses: [400] },
  { name: 'a space before the colon', write: get('/', 'host : x'), statuses: [400] },
  { name: 'a NUL in a header', write: get('/', 'host: x\r\na: \u0000'), statuses: [400] },
  { name: 'lines that end in LF alone', write: 'GET / HTTP/1.1\nhost: x\n\n', statuses: [400] },
  { name: 'no host', write: get('/', 'a: b'), statuses: [400] },
  { name: 'two hosts', write: get('/', 'host: a\r\nhost: b'), statuses: [200, 400] },
  { name: 'a host that is no address', write: get('/', 'host: [::1'), statuses: [200, 400] },
  { name: 'an unknown expectation', write: withHeader('expect: miracles'), statuses: [417] },
  { name: 'HTTP/0.9', write: 'GET /\r\n', statuses: [400, 408], limitMs: HEADERS_LIMIT_MS },
  { name: 'HTTP/2', write: `PRI * HTTP/2.0${END}SM${END}`, statuses: [400] },
  { name: 'TLS', write: Buffer.from('16030100a5010000a10303', 'hex'), statuses: [400] },
  { name: 'CONNECT', write: `CONNECT elsewhere.example:443 HTTP/1.1\r\nhost: x${END}`, statuses: [404, 405] },
  { name: 'an asterisk', write: `OPTIONS * HTTP/1.1\r\nhost: x${END}`, statuses: [400, 404] },
  {
    name: 'the address of another host',
    write: get('http://elsewhere.example/server/main.ts'),
    statuses: [400, 404],
  },
  { name: 'dots in the path', write: get('/../../../../etc/passwd'), statuses: [400, 404] },
  { name: 'encoded dots in the path', write: get('/%2e%2e/%2e%2e%2fetc%2fpasswd'), statuses: [400, 404] },
  { name: 'dots encoded twice', write: get('/%252e%252e%252fetc%252fpasswd'), statuses: [404] },
  { name: 'back slashes', write: get('/..\\..\\server\\main.ts'), statuses: [400, 404] },
  { name: 'bytes that are no path', write: get('/%ff%fe%00'), statuses: [400, 404] },

  {
    name: 'a hundred requests in one go, no answer read',
    write: (socket) => {
      socket.pause();
      socket.write(get('/').repeat(100));
      setTimeout(() => socket.resume(), 500);
    },
    statuses: [200],
    limitMs: 5_000,
  },
  {
    name: 'a second request inside the body of the first',
    write: withBody(`${LEAD}${get('/healthz')}`),
    statuses: [400],
  },
  {
    name: 'a head that never ends',
    write: 'GET / HTTP/1.1\r\nhost: x\r\n',
    statuses: [408],
    limitMs: HEADERS_LIMIT_MS,
  },
  {
    name: 'a body that never ends',
    write: `${HEAD}\r\ncontent-length: 100${END}{`,
    statuses: [408],
    limitMs: REQUEST_LIMIT_MS,
  },
  { name: 'chunks that never end', write: chunked('1\r\n{\r\n'), statuses: [408], limitMs: REQUEST_LIMIT_MS },
  { name: 'nothing at all', write: '', statuses: [408], limitMs: HEADERS_LIMIT_MS },
];
