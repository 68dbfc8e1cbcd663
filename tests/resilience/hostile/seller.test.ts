/**
 * Attacks the calls of the seller's own page: guessed keys, keys that have ended or may only read, ids of other people's
 * offers and links, and markup in every field. `npm test` makes 500 calls of each kind; `npm run test:hostile` makes
 * 10,000. `SEED=5` makes other calls.
 */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { newEnquiryKey } from '#lead/enquiry-key.ts';
import { readStored } from '#server/cases/people.ts';
import { openHttpServer } from '#server/http-server.ts';
import { startAppWithDatabase } from '../../support/server/app-with-database.ts';
import { inAnHour, offerTerms } from '../../support/desk/desk-database.ts';
import { openDeskRoutes } from '../../support/desk/desk-door.ts';
import { VALUATION_LEAD } from '../../support/leads/sample-leads.ts';
import { addSeller, callSellersPage, SELLER_CALL_NAMES } from '../../support/seller/seller-calls.ts';
import { addSignedInOwner } from '../../support/desk/signed-in-owner.ts';
import { body, nastyText, runGenerated } from './generated-requests.ts';

const isFull = process.env.HOSTILE === 'full';
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const calls = isFull ? 10_000 : 500;
const AT_ONCE = 10;

/** Words that only the victim's enquiry has. */
const SECRETS = /Zebedee|Quillfeather|Xylophone|zebedee@|496 ?0777/;

const stack = await startAppWithDatabase();
let attackersKey: string;
/** Keys that open nothing, or that must not write. */
const dead: { ended: string; reading: string } = { ended: '', reading: '' };
/** The victim's ids, which the attacker is assumed to know. */
const victim = { leadId: '', offerId: '', hash: '', key: '' };

const query = async (text: string, values: unknown[] = []) =>
  (await stack.database.admin.query<Record<string, unknown>>(text, values)).rows;

async function addLead(row: Record<string, string>): Promise<{ key: string; hash: string; leadId: string }> {
  const { key, hash } = await addSeller(stack.url, row);
  // Opening the page creates the lead's case, which stores the hash in `desk.enquiry_keys`.
  expect((await call('enquiry', { key })).status).toBe(200);
  const [found] = await query(`select lead_id from desk.enquiry_keys where key_hash = decode($1, 'hex')`, [
    hash,
  ]);
  return { key, hash, leadId: String(found?.lead_id) };
}

async function call(name: string, given: object): Promise<{ status: number; text: string }> {
  const response = await callSellersPage(stack.url, name, given);
  return { status: response.status, text: await response.text() };
}

beforeAll(async () => {
  const own = await addLead({
    ...VALUATION_LEAD,
    name: 'Zebedee Quillfeather',
    email: 'zebedee@example.com',
    phone: '0131 496 0777',
    address: '77 Xylophone Wynd',
  });
  Object.assign(victim, own);
  const reader = await newEnquiryKey();
  const given = { key: own.key, request_id: crypto.randomUUID(), key_hash: reader.hash };
  expect((await call('share', given)).status).toBe(200);
  dead.reading = reader.key;

  const token = await addSignedInOwner(query, 'Ann Owner');
  const desk = openDeskRoutes(stack.database.url);
  const { offers } = (await desk.call(token, 'offer', {
    lead_id: own.leadId,
    version: 1,
    request_id: crypto.randomUUID(),
    ...offerTerms({ conditions: 'Zebedee moves out' }),
  })) as { offers: { id: string }[] };
  await desk.close();
  victim.offerId = String(offers[0]?.id);

  attackersKey = (await addLead({ ...VALUATION_LEAD, name: 'Eve Attacker' })).key;
  const ended = await addLead({ ...VALUATION_LEAD, name: 'Old Lead' });
  await query(`update desk.enquiry_keys set ends_at = now() where lead_id = $1`, [ended.leadId]);
  dead.ended = ended.key;
});

/** Everything that is stored about the victim, except when their key was last used. */
async function readVictim(): Promise<unknown> {
  const [counts] = await query(
    `select (select count(*) from desk.enquiry_keys where lead_id = $1) as keys,
       (select count(*) from desk.requests where lead_id = $1) as requests,
       (select count(read_at) from private.notifications where lead_id = $1) as read`,
    [victim.leadId],
  );
  return { counts, stored: await readStored(stack.database.admin, [victim.leadId]) };
}

const countRows = () =>
  query(
    `select (select count(*) from public.leads) as leads, (select count(*) from desk.events) as events,
       (select count(*) from desk.texts) as texts, (select count(*) from desk.enquiry_keys) as keys,
       (select count(*) from private.notifications) as mails, (select count(*) from desk.offers) as offers`,
  );

const markup = fc.constantFrom(
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  'javascript:alert(1)',
  '{{slot:1}}',
  '=HYPERLINK("https://x.example")',
  "'; drop schema seller cascade; --",
);
const text = fc.oneof(nastyText, markup);
const id = fc.oneof(fc.uuid(), fc.constantFrom('victim’s offer', 'victim’s lead'), text);

/** Arguments with the right names: some valid, some forged, some nonsense. */
const argumentsOf: Record<string, fc.Arbitrary<Record<string, unknown>>> = {
  confirm: fc.record({ digits: fc.oneof(text, fc.constantFrom('0777', '0123', 777, null)) }),
  not_mine: fc.constant({}),
  enquiry: fc.record(
    { seen: fc.oneof(fc.integer(), fc.constantFrom(2 ** 53 - 1, 1e30, -1, '1', null)) },
    { requiredKeys: [] },
  ),
  dates: fc.constant({}),
  write: fc.record({ body: text }),
  complain: fc.record({ body: text }),
  ask_for_call: fc.record({
    starts_at: fc.constantFrom(null, 'infinity', '-infinity', inAnHour(), '0001-01-01', 'now', '<b>'),
  }),
  answer_offer: fc.record({
    offer_id: id,
    answer: fc.constantFrom('go_ahead', 'decline', '<b>'),
    solicitor_name: text,
    solicitor_phone: text,
  }),
  correct_contact: fc.record({
    phone: fc.oneof(text, fc.constant(null)),
    email: fc.oneof(text, fc.constant(null)),
  }),
  share: fc.record({ key_hash: fc.oneof(text, fc.constantFrom('victim’s hash', 'a'.repeat(64))) }),
  end_share: fc.record({ share_number: fc.oneof(fc.integer(), fc.constantFrom(1, 1e30, null, '1')) }),
  stop: fc.constant({}),
  erase: fc.constant({}),
};

/** Replaces the names of the victim's values by the values, which are known only when the test runs. */
const forge = (value: unknown): unknown =>
  ({
    'victim’s offer': victim.offerId,
    'victim’s lead': victim.leadId,
    'victim’s hash': victim.hash,
    'victim’s key with another end': victim.key.slice(0, -1) + (victim.key.endsWith('A') ? 'B' : 'A'),
    'victim’s key in capitals': victim.key.toUpperCase(),
    'victim’s key with a blank': `${victim.key} `,
    'ended key': dead.ended,
    'reading key': dead.reading,
  })[String(value)] ?? value;

const guessedKey = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9_-]{43}$/),
  fc.constantFrom(
    'victim’s lead',
    'victim’s hash',
    'victim’s key with another end',
    'victim’s key in capitals',
    'victim’s key with a blank',
    'ended key',
  ),
  text,
  fc.constantFrom<unknown>(null, 1, true, {}, [], ['x']),
);

const callWith = (key: fc.Arbitrary<unknown>, names = Object.keys(argumentsOf)) =>
  fc.tuple(key, fc.constantFrom(...names), fc.uuid()).chain(([given, name, request]) =>
    (argumentsOf[name] ?? fc.constant({})).map((others) => ({
      name,
      given: { key: given, ...(name !== 'enquiry' && { request_id: request }), ...others },
    })),
  );

/** Makes generated calls, some at the same time. @returns the number of responses by status */
async function attack(
  arbitrary: fc.Arbitrary<{ name: string; given: Record<string, unknown> }>,
  check: (answer: { status: number; text: string }, name: string) => void,
): Promise<Map<number, number>> {
  const seen = new Map<number, number>();
  const property = fc.asyncProperty(
    fc.array(arbitrary, { minLength: AT_ONCE, maxLength: AT_ONCE }),
    async (batch) => {
      const answers = await Promise.all(
        batch.map(({ name, given }) =>
          call(name, Object.fromEntries(Object.entries(given).map(([key, value]) => [key, forge(value)]))),
        ),
      );
      answers.forEach((answer, index) => {
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
        expect(answer.status).toBeLessThan(500);
        expect(answer.text).not.toMatch(SECRETS);
        check(answer, batch[index]?.name ?? '');
      });
    },
  );
  await fc.assert(property, { numRuns: Math.ceil(calls / AT_ONCE), seed, endOnFailure: true });
  return seen;
}

test(`${calls} calls with guessed, ended and malformed keys read nothing, write nothing and cause no server error (seed ${seed})`, async () => {
  const before = [await readVictim(), await countRows()];
  const seen = await attack(callWith(guessedKey), ({ status, text: answer }) => {
    expect(status).not.toBe(200);
    if (status === 404) expect(answer).toContain('"no_such_link"');
  });
  expect([await readVictim(), await countRows()]).toEqual(before);
  expect(seen.get(404)).toBeGreaterThan(calls / 2);
  if (isFull) console.log('guessed keys', Object.fromEntries(seen));
});

test(`${calls} calls with a read-only key write nothing (seed ${seed})`, async () => {
  // The first time is noted.
  await call('enquiry', { key: dead.reading });
  const before = [await readVictim(), await countRows()];
  expect((await call('enquiry', { key: dead.reading, seen: 2 ** 53 - 1 })).status).toBe(200);
  const names = Object.keys(argumentsOf).filter((name) => name !== 'enquiry');
  const seen = await attack(callWith(fc.constant('reading key'), names), ({ status }, name) => {
    if (name !== 'dates') expect(status).not.toBe(200);
  });
  expect([await readVictim(), await countRows()]).toEqual(before);
  if (isFull) console.log('a read-only key', Object.fromEntries(seen));
});

test(`${calls} calls by another seller, with the victim’s ids and markup in every field, leave the victim as they were (seed ${seed})`, async () => {
  const before = await readVictim();
  // Leaves out the two calls that would end the attack.
  const names = Object.keys(argumentsOf).filter((name) => name !== 'erase' && name !== 'stop');
  const seen = await attack(callWith(fc.constant(attackersKey), names), () => undefined);
  expect(await readVictim()).toEqual(before);
  expect(seen.get(200)).toBeGreaterThan(0);
  if (isFull) console.log('another seller', Object.fromEntries(seen));
});

test(`${calls} generated requests to the calls cause no server error (seed ${seed})`, async () => {
  const argument = fc.constantFrom(
    ...'key request_id body starts_at offer_id answer phone email key_hash share_number seen x'.split(' '),
  );
  const value = fc.oneof(text, fc.jsonValue({ maxDepth: 2 }));
  const server = await openHttpServer({
    app: stack.app,
    site: {
      serve: (_request, _response, next) => {
        next();
      },
    },
    headers: {},
    host: '127.0.0.1',
    port: 0,
  });
  const seen = await runGenerated(`http://127.0.0.1:${server.port}`, calls, seed, {
    path: fc.constantFrom(...SELLER_CALL_NAMES.map((name) => `/enquiry/${name}`), '/enquiry/use_enquiry_key'),
    body: fc.oneof(
      {
        weight: 4,
        arbitrary: fc
          .dictionary(argument, value, { maxKeys: 5 })
          .map((given) => Buffer.from(JSON.stringify(given))),
      },
      { weight: 1, arbitrary: body },
    ),
    defaultHeaders: [
      ['host', `127.0.0.1:${server.port}`],
      ['content-type', 'application/json'],
    ],
  });
  await server.close();
  expect([...seen.keys()]).toEqual(expect.arrayContaining([400, 404]));
  expect(stack.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
