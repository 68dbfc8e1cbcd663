import fc from 'fast-check';
import { LEAD_COLUMNS, SUBMISSION_ID_HEADER } from '../../../supabase/functions/_shared/lead/lead.ts';
import { CHAT_LEAD, VALUATION_ANSWERS, VALUATION_LEAD } from '../../support/leads.ts';
import { PUBLISHABLE_KEY } from '../../support/publishable-key.ts';

/** A request as bytes, and as something to read when it is reported. */
export type HostileRequest = { method: string; target: string; headers: [string, string][]; body: Buffer };

/** The one that stores is tried most. */
const PUBLIC_ROUTES = [
  '/rest/v1/leads',
  '/rest/v1/leads',
  '/rest/v1/leads',
  '/rest/v1/leads',
  '/functions/v1/send-email',
  '/',
  '/glasgow',
  '/privacy-policy',
  '/healthz',
  '/readyz',
  '/metrics',
  '/nowhere',
];

const NASTY_TEXT = [
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
];

const nastyText = fc.oneof(fc.constantFrom(...NASTY_TEXT), fc.string({ unit: 'binary', maxLength: 300 }));

/** None at all as often as some: what is right but for one thing gets further than what is all wrong. */
const fewOf = <Value>(value: fc.Arbitrary<Value>, maxLength: number) =>
  fc.oneof(fc.constant<Value[]>([]), fc.array(value, { minLength: 1, maxLength }));

const anyKey = fc.oneof(
  fc.constantFrom<string>(
    ...LEAD_COLUMNS,
    'id',
    'created_at',
    '__proto__',
    'constructor',
    'prototype',
    'suspect_reasons',
    'name) values (1); --',
  ),
  fc.string({ maxLength: 20 }),
);

/** A lead with some fields taken away, changed or added; now and then as it should be. */
const mutatedLead = fc
  .tuple(
    fc.constantFrom<object>(CHAT_LEAD, VALUATION_LEAD, { ...CHAT_LEAD, email: 'x@chat-widget.invalid' }),
    fewOf(fc.tuple(anyKey, fc.oneof(nastyText, fc.jsonValue({ maxDepth: 2 }))), 2),
  )
  .map(([lead, changes]) => {
    const entries = [...Object.entries(lead), ...changes].map(
      ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`,
    );
    // Written by hand, so that a key may come twice, and "__proto__" is one.
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

const body = fc.oneof(
  { weight: 10, arbitrary: mutatedLead.map((text) => Buffer.from(text)) },
  { weight: 3, arbitrary: formBody.map((text) => Buffer.from(text)) },
  {
    weight: 1,
    arbitrary: fc.array(mutatedLead, { maxLength: 30 }).map((leads) => Buffer.from(`[${leads.join(',')}]`)),
  },
  { weight: 1, arbitrary: fc.json({ maxDepth: 6 }).map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 4_000 }).map((depth) => Buffer.from('['.repeat(depth))) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.integer({ max: 40_000, min: 0 }).map((size) => Buffer.alloc(size, 'a')) },
);

const query = fc.oneof(
  { weight: 5, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
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
  },
  { weight: 1, arbitrary: fc.webQueryParameters().map((text) => `?${text}`) },
);

const target = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.tuple(fc.constantFrom(...PUBLIC_ROUTES), query).map(([path, rest]) => path + rest),
  },
  {
    weight: 2,
    arbitrary: fc
      .array(
        fc.constantFrom(
          '/',
          '..',
          '.',
          '%2e',
          '%2f',
          '%5c',
          '%00',
          '%ff',
          'rest',
          'v1',
          'leads',
          '.env',
          '\\',
          ';',
          '%252e',
        ),
        {
          minLength: 1,
          maxLength: 12,
        },
      )
      .map((parts) => `/${parts.join('')}`),
  },
  { weight: 1, arbitrary: fc.webPath().map((path) => path || '/') },
  // Anything that does not end the request line.
  {
    weight: 1,
    arbitrary: fc.string({ minLength: 1, maxLength: 60 }).map((text) => text.replace(/\s/g, '_')),
  },
);

const method = fc.oneof(
  { weight: 16, arbitrary: fc.constant('POST') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'GET',
      'HEAD',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      'SEARCH',
    ),
  },
  { weight: 1, arbitrary: fc.stringMatching(/^[A-Z]{1,10}$/) },
);

/** Each name at most once, so that a wrong one takes the place of the right one. */
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
    fc.constant('prefer'),
    fc.constantFrom(
      'return=representation',
      'resolution=merge-duplicates',
      'tx=rollback',
      'params=single-object',
      'count=exact',
    ),
  ),
  fc.tuple(fc.constant('content-encoding'), fc.constantFrom('gzip', 'br', 'identity', 'x')),
  fc.tuple(
    fc.constant('host'),
    fc.constantFrom('', 'elsewhere.example', 'x:99999', '[::1', 'a b', '@', '127.0.0.1/../'),
  ),
  fc.tuple(
    fc.constant('x-forwarded-for'),
    fc.constantFrom('', '127.0.0.1', '::1, ::1', "' or 1=1", 'x'.repeat(2_000)),
  ),
  fc.tuple(
    fc.constantFrom(
      'authorization',
      'cookie',
      'origin',
      'referer',
      'accept-profile',
      'content-profile',
      'range',
      'if-none-match',
      'x-http-method-override',
      'x-original-url',
      'accept',
      'accept-encoding',
      'te',
      '__proto__',
    ),
    fc.stringMatching(/^[ -~]{0,80}$/),
  ),
  fc.tuple(
    fc.constantFrom('expect', 'upgrade', 'connection'),
    fc.constantFrom('100-continue', 'websocket', 'h2c', 'upgrade', 'x'),
  ),
);

const USUAL: [string, string][] = [
  ['host', 'localhost'],
  ['apikey', PUBLISHABLE_KEY],
  ['content-type', 'application/json'],
];

export const hostileRequest: fc.Arbitrary<HostileRequest> = fc
  .record({ method, target, body, unusual: fewOf(header, 3) })
  .map(({ unusual, ...request }) => ({ ...request, headers: [...new Map([...USUAL, ...unusual])] }));

/** @param isChunked instead of with its length */
export function toBytes({ method, target, headers, body }: HostileRequest, isChunked: boolean): Buffer {
  const framing = isChunked ? 'transfer-encoding: chunked' : `content-length: ${body.length}`;
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    framing,
    '',
    '',
  ];
  const payload = isChunked
    ? Buffer.concat([
        ...(body.length > 0
          ? [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]
          : []),
        Buffer.from('0\r\n\r\n'),
      ])
    : body;
  return Buffer.concat([Buffer.from(head.join('\r\n')), payload]);
}
