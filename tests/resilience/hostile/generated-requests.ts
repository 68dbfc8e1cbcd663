import type { Socket } from 'node:net';
import fc from 'fast-check';
import { LEAD_COLUMNS, SUBMISSION_ID_HEADER } from '#lead/lead.ts';
import { ORIGIN_HEADER } from '#lead/origin.ts';
import { CHAT_LEAD, VALUATION_ANSWERS, VALUATION_LEAD } from '../../support/leads/sample-leads.ts';
import { PUBLISHABLE_KEY } from '../../support/server/publishable-key.ts';
import { sendBytes, findProblem } from './send-bytes.ts';

/** A request in parts, which are readable in an error message. `toBytes` joins them to the bytes that are sent. */
type HostileRequest = { method: string; target: string; headers: [string, string][]; body: Buffer };

const wordOf = (words: string) => fc.constantFrom(...words.split(' '));

const weighted = <Value>(...choices: [weight: number, arbitrary: fc.Arbitrary<Value>][]) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** An array that is empty in half of the cases, because a request with few errors gets further than one with many. */
const arrayOrEmpty = <Value>(value: fc.Arbitrary<Value>, maxLength: number) =>
  fc.oneof(fc.constant<Value[]>([]), fc.array(value, { minLength: 1, maxLength }));

export const nastyText = fc.oneof(
  fc.constantFrom(
    "'; drop table public.leads; --",
    '1 or 1=1',
    '$1',
    '%s%n%x',
    '${7*7}',
    '../../../../etc/passwd',
    '\u0000',
    '\ud800',
    '\u202e',
    '=cmd()',
    'x'.repeat(5_000),
    '🏠'.repeat(300),
    'a\r\nBcc: everybody@example.com',
    '__proto__',
    'constructor',
    'toString',
    '\u00ad\u2060\u3164',
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
);

const anyKey = fc.oneof(
  fc.constantFrom<string>(...LEAD_COLUMNS, 'name) values (1); --'),
  wordOf('id created_at __proto__ constructor prototype suspect_reasons'),
  fc.string({ maxLength: 20 }),
);

/** A lead with some fields changed or added; sometimes a valid one. */
const mutatedLead = fc
  .tuple(
    fc.constantFrom<object>(CHAT_LEAD, VALUATION_LEAD, { ...CHAT_LEAD, email: 'x@chat-widget.invalid' }),
    arrayOrEmpty(fc.tuple(anyKey, fc.oneof(nastyText, fc.jsonValue({ maxDepth: 2 }))), 2),
  )
  .map(([lead, changes]) => {
    const entries = [...Object.entries(lead), ...changes].map(
      ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`,
    );
    // JSON text instead of an object, so that keys can repeat and "__proto__" is an ordinary key.
    return `{${entries.join(',')}}`;
  });

const formBody = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom('source', ...Object.keys(VALUATION_ANSWERS), 'message', 'name'), anyKey),
      fc.oneof(
        fc.constantFrom('valuation_form', 'chat_widget', ...Object.values(VALUATION_ANSWERS)),
        nastyText,
      ),
    ),
    { maxLength: 14 },
  )
  .map((pairs) =>
    pairs.map(([key, value]) => `${key}=${encodeURIComponent(value.toWellFormed())}`).join('&'),
  );

export const body = weighted<Buffer>(
  [10, mutatedLead.map((text) => Buffer.from(text))],
  [3, formBody.map((text) => Buffer.from(text))],
  [1, fc.array(mutatedLead, { maxLength: 30 }).map((leads) => Buffer.from(`[${leads.join(',')}]`))],
  [1, fc.json({ maxDepth: 6 }).map((text) => Buffer.from(text))],
  [1, fc.integer({ min: 1, max: 4_000 }).map((depth) => Buffer.from('['.repeat(depth)))],
  [1, fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes))],
  [1, fc.integer({ min: 0, max: 40_000 }).map((size) => Buffer.alloc(size, 'a'))],
);

const query = weighted(
  [5, fc.constant('')],
  [
    2,
    fc.constantFrom(
      '?select=*',
      '?select=id,notifications(*)',
      '?id=eq.1',
      "?name=eq.x';drop%20table%20leads",
      '?or=(id.gt.0)',
      '?columns=id,created_at',
      '?on_conflict=id',
      '?__proto__[x]=1',
      '?constructor.prototype.x=1',
      '?limit=9999999999',
    ),
  ],
  [1, fc.webQueryParameters().map((text) => `?${text}`)],
);

const sitePath = weighted(
  // The route that stores leads is requested most.
  [4, fc.constant('/rest/v1/leads')],
  [8, wordOf('/functions/v1/send-email / /glasgow /privacy-policy /healthz /readyz /metrics /nowhere')],
);

const targetOf = (path: fc.Arbitrary<string>) =>
  weighted(
    [12, fc.tuple(path, query).map((parts) => parts.join(''))],
    [
      2,
      fc
        .array(wordOf('/ .. . %2e %2f %5c %00 %ff rest v1 leads .env \\ ; %252e'), {
          minLength: 1,
          maxLength: 12,
        })
        .map((parts) => `/${parts.join('')}`),
    ],
    [1, fc.webPath().map((text) => text || '/')],
    // Absolute URLs, as clients send to proxies. Some have a password, which the constructor of `Request` refuses.
    [
      1,
      fc
        .tuple(
          wordOf('http:// https:// HTTP:// http:/// http:\\\\ ftp:// // http:'),
          wordOf('x user:pass@x user@x :@x x:99999 [::1 @'),
          path,
        )
        .map((parts) => parts.join('')),
    ],
    // Any text without white space, which would end the request target.
    [1, fc.string({ minLength: 1, maxLength: 60 }).map((text) => text.replace(/\s/g, '_'))],
  );

const method = weighted<string>(
  [16, fc.constant('POST')],
  [3, wordOf('GET HEAD PUT PATCH DELETE OPTIONS TRACE PROPFIND SEARCH')],
  [1, fc.stringMatching(/^[A-Z]{1,10}$/)],
);

const header = fc.oneof(
  fc.tuple(
    fc.constant('content-type'),
    fc.constantFrom(
      'application/json; charset=utf-16',
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/csv',
      'application/vnd.pgrst.object+json',
      '',
      'application/json, text/plain',
    ),
  ),
  fc.tuple(
    fc.constant('apikey'),
    fc.constantFrom('', 'x', 'sb_secret_x', 'null', PUBLISHABLE_KEY.toUpperCase()),
  ),
  fc.tuple(
    fc.constant(SUBMISSION_ID_HEADER),
    fc.oneof(
      fc.uuid(),
      fc.constantFrom('', '0', "'; select 1", '{}', '"', '00000000-0000-0000-0000-000000000000'),
    ),
  ),
  fc.tuple(
    fc.constant(ORIGIN_HEADER),
    fc
      .array(wordOf('page= utm_source= utm_term= & = + % %00 %0d%0a %ff %E2%80%AE \u00ff / ? #'), {
        maxLength: 12,
      })
      .map((parts) => parts.join('')),
  ),
  fc.tuple(
    fc.constant('prefer'),
    wordOf('return=representation resolution=merge-duplicates tx=rollback params=single-object count=exact'),
  ),
  fc.tuple(fc.constant('content-encoding'), wordOf('gzip br identity x')),
  fc.tuple(
    fc.constant('host'),
    fc.constantFrom(
      '',
      'elsewhere.example',
      'x:99999',
      '[::1',
      'a b',
      '@',
      'user:pass@x',
      'u:pas@ä',
      '127.0.0.1/../',
    ),
  ),
  fc.tuple(
    fc.constant('x-forwarded-for'),
    fc.constantFrom('', '127.0.0.1', '::1, ::1', "' or 1=1", 'x'.repeat(2_000)),
  ),
  fc.tuple(
    wordOf(
      'authorization cookie origin referer accept-profile content-profile range if-none-match ' +
        'x-http-method-override x-original-url accept accept-encoding te __proto__',
    ),
    fc.stringMatching(/^[ -~]{0,80}$/),
  ),
  fc.tuple(wordOf('expect upgrade connection'), wordOf('100-continue websocket h2c upgrade x')),
);

const DEFAULT_HEADERS: [string, string][] = [
  ['host', 'localhost'],
  ['apikey', PUBLISHABLE_KEY],
  ['content-type', 'application/json'],
];

/** What is generated: the paths, the bodies, and the headers that a request has unless generated ones replace them. */
export type RequestSpace = {
  path: fc.Arbitrary<string>;
  body: fc.Arbitrary<Buffer>;
  defaultHeaders: [string, string][];
};

const SITE_REQUESTS: RequestSpace = { path: sitePath, body, defaultHeaders: DEFAULT_HEADERS };

const hostileRequestIn = (space: RequestSpace): fc.Arbitrary<HostileRequest> =>
  fc
    .record({ method, target: targetOf(space.path), body: space.body, others: arrayOrEmpty(header, 3) })
    // Each header once: a generated one replaces the default one.
    .map(({ others, ...request }) => ({
      ...request,
      headers: [...new Map([...space.defaultHeaders, ...others])],
    }));

/** @param isChunked whether the body is sent as one chunk, instead of with a `content-length` */
function toBytes({ method, target, headers, body }: HostileRequest, isChunked: boolean): Buffer {
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    isChunked ? 'transfer-encoding: chunked' : `content-length: ${body.length}`,
    '\r\n',
  ].join('\r\n');
  if (!isChunked) return Buffer.concat([Buffer.from(head), body]);
  const [start, end] = body.length > 0 ? [`${body.length.toString(16)}\r\n`, '\r\n'] : ['', ''];
  return Buffer.concat([Buffer.from(head + start), body, Buffer.from(`${end}0\r\n\r\n`)]);
}

/** Disconnects in the middle of a request. */
const cutOff = (bytes: Buffer) => (socket: Socket) => {
  socket.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => socket.destroy());
};

/** How many requests are sent at the same time, so that they can also disturb each other. */
const AT_ONCE = 20;

/**
 * Sends generated requests. Throws at the first wrong response. The error has the request, reduced to the smallest one
 * that still fails, and the seed that generates it again.
 *
 * @returns the number of responses by status; 0 stands for a connection that the server closed without a response
 */
export async function runGenerated(
  url: string,
  count: number,
  seed: number,
  space = SITE_REQUESTS,
): Promise<Map<number, number>> {
  const seen = new Map<number, number>();
  const property = fc.asyncProperty(
    fc.array(fc.tuple(hostileRequestIn(space), fc.boolean(), fc.integer({ min: 0, max: 9 })), {
      minLength: AT_ONCE,
      maxLength: AT_ONCE,
    }),
    async (requests) => {
      const outcomes = await Promise.all(
        requests.map(async ([request, isChunked, chance]) => {
          const bytes = toBytes(request, isChunked);
          return { request, outcome: await sendBytes(url, chance === 0 ? cutOff(bytes) : bytes) };
        }),
      );
      for (const { request, outcome } of outcomes) {
        const problem = findProblem(outcome);
        if (problem !== undefined) throw new Error(`${problem}: ${request.method} ${request.target}`);
        const status = outcome.statuses[0] ?? 0;
        seen.set(status, (seen.get(status) ?? 0) + 1);
      }
    },
  );
  await fc.assert(property, { numRuns: Math.ceil(count / AT_ONCE), seed, endOnFailure: false });
  return seen;
}
