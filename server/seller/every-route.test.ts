/**
 * What every call of the seller's page must refuse. Each call has a row in the table `CALLS`: the first test fails when
 * one is missing.
 */
import { describe, expect, test } from 'vitest';
import { newEnquiryKey } from '#lead/enquiry-key.ts';
import { startAppWithDatabase } from '../../tests/support/server/app-with-database.ts';
import { inAnHour, offerTerms } from '../../tests/support/desk/desk-database.ts';
import { openDeskRoutes } from '../../tests/support/desk/desk-door.ts';
import { VALUATION_LEAD } from '../../tests/support/leads/sample-leads.ts';
import { addSellersPaper, ONE_PIXEL, sendSellersFile } from '../../tests/support/papers/send-file.ts';
import {
  addMailKey,
  addSeller,
  callSellersPage,
  SELLER_CALL_NAMES,
} from '../../tests/support/seller/seller-calls.ts';
import { addSignedInOwner } from '../../tests/support/desk/signed-in-owner.ts';
import { createTestApp, SELLER_CALLS } from '../../tests/support/server/test-app.ts';
import { readStored } from '../cases/people.ts';

type Seller = Awaited<ReturnType<typeof addEnquiry>>;

type Call = {
  /** The arguments of a valid call, besides the key and the id of the request. */
  given: (seller: Seller) => Record<string, unknown>;
  /** Other arguments, which are not a retry of the same request. */
  other?: Record<string, unknown>;
  /** Whether it changes something: then it needs an id of the request, and a key that is not read-only. */
  isWrite: boolean;
  /** What a read-only key gets, if that is not the enquiry. */
  toReader?: Record<string, unknown>;
  /** Whether it is for a mail's link that is not confirmed yet. */
  isForMail?: boolean;
  /** Whether it sends a file, which changes nothing about the lead before the call `add_paper`. */
  isUpload?: boolean;
};

const write = (given: Call['given'], other?: Call['other']): Call => ({
  given,
  isWrite: true,
  ...(other && { other }),
});

const newUpload = () => ({ upload_id: crypto.randomUUID() });

const CALLS: Record<string, Call> = {
  add_paper: write(() => ({ title: 'Kitchen' }), { title: 'Hall' }),
  answer_offer: write(({ offerId }) => ({ offer_id: offerId, answer: 'go_ahead' }), { answer: 'decline' }),
  ask_for_call: write(() => ({}), { starts_at: inAnHour() }),
  begin_upload: { given: () => ({ ...newUpload(), bytes: 100 }), isWrite: true, isUpload: true },
  complain: write(() => ({ body: 'You are late.' }), { body: 'You are still late.' }),
  confirm: { given: () => ({ digits: '0123' }), isWrite: true, isForMail: true },
  correct_contact: write(() => ({ phone: '0131 496 0555' }), { phone: '0131 496 0556' }),
  dates: { given: () => ({}), isWrite: false, toReader: { file: expect.not.stringContaining('VEVENT') } },
  end_share: write(() => ({ share_number: 1 }), { share_number: 2 }),
  enquiry: { given: () => ({}), isWrite: false },
  erase: write(() => ({})),
  not_mine: { given: () => ({}), isWrite: true, isForMail: true },
  read_paper: { given: ({ paperId }) => ({ paper_id: paperId, size: 'whole' }), isWrite: false },
  remove_paper: write(({ paperId }) => ({ paper_id: paperId }), { paper_id: crypto.randomUUID() }),
  share: write(({ nextHash }) => ({ key_hash: nextHash }), { key_hash: 'a'.repeat(64) }),
  stop: write(() => ({})),
  upload_part: {
    given: () => ({ ...newUpload(), start: 0, content: 'AAAA' }),
    isWrite: true,
    isUpload: true,
  },
  write: write(() => ({ body: 'Hello.' }), { body: 'Something else.' }),
};
/** The one call without a key, which is answered alike whatever it is given. */
const WITHOUT_KEY = { send_new_link: { email: VALUATION_LEAD.email } };

const NO_SUCH_LINK = { hint: 'no_such_link', message: 'This link no longer works.' };

const stack = await startAppWithDatabase();
const desk = openDeskRoutes(stack.database.url);
/** The token of an owner's session at the desk. */
const token = await addSignedInOwner((text, values) => stack.database.admin.query(text, values), 'Ann Owner');

/** An enquiry with an offer and a read-only link. */
async function addEnquiry() {
  const { key, hash } = await addSeller(stack.url, VALUATION_LEAD);
  const reader = await newEnquiryKey();
  const shared = await post('share', { key, request_id: crypto.randomUUID(), key_hash: reader.hash });
  expect(shared.status).toBe(200);
  const { rows } = await stack.database.admin.query<{ lead_id: string }>(
    `select lead_id from desk.enquiry_keys where key_hash = decode($1, 'hex')`,
    [hash],
  );
  const leadId = rows[0]?.lead_id ?? '';
  const { offers } = (await desk.call(token, 'offer', {
    ...{ lead_id: leadId, version: 1, request_id: crypto.randomUUID() },
    ...offerTerms(),
  })) as { offers: { id: string }[] };
  const paperId = await addSellersPaper(stack.url, key, ONE_PIXEL);
  const { hash: nextHash } = await newEnquiryKey();
  return { paperId, leadId, key, hash, nextHash, readOnlyKey: reader.key, offerId: offers[0]?.id };
}

const post = (name: string, given: unknown, headers?: Record<string, string>) =>
  callSellersPage(stack.url, name, given, headers);

/** The files that were sent, by the ids of the requests that add them. */
const sent = new Map<string, Promise<void>>();

function sendOnce(key: string, requestId: string): Promise<void> {
  const sending = sent.get(requestId) ?? sendSellersFile(stack.url, key, requestId, ONE_PIXEL);
  sent.set(requestId, sending);
  return sending;
}

/** A valid call with a key. */
async function callWith(name: string, key: unknown, seller: Seller, requestId: string = crypto.randomUUID()) {
  if (name === 'add_paper' && key === seller.key) await sendOnce(seller.key, requestId);
  return post(name, {
    key,
    ...(CALLS[name]?.isWrite && { request_id: requestId }),
    ...CALLS[name]?.given(seller),
  });
}

/** Everything that is stored about a seller, except when their key was last used. */
async function readSeller({ leadId }: Seller): Promise<unknown> {
  const { rows } = await stack.database.admin.query(
    `select (select count(*) from desk.enquiry_keys where lead_id = $1 and ends_at > now()) as keys,
       (select count(*) from desk.requests where lead_id = $1) as requests`,
    [leadId],
  );
  const [stored] = await readStored(stack.database.admin, [leadId]);
  const keys = stored?.keys.map((key) => ({ ...key, last_used_at: null, ends_at: null }));
  return [rows, { ...stored, keys }];
}

test('every call is in the table', () => {
  expect([...Object.keys(CALLS), ...Object.keys(WITHOUT_KEY)].sort()).toEqual(SELLER_CALL_NAMES);
});

describe.each(Object.keys(CALLS))('%s', (name) => {
  test('refuses every wrong key with the same answer, and changes nothing', async () => {
    const seller = await addEnquiry();
    const { key, hash, leadId } = seller;
    const ended = await addEnquiry();
    await stack.database.admin.query('update desk.enquiry_keys set ends_at = now() where lead_id = $1', [
      ended.leadId,
    ]);
    const before = await readSeller(seller);
    const lookalikes = [
      key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A'),
      key.toUpperCase(),
      `${key} `,
      hash,
    ];
    const malformed = ['', 'a', '<b>', '\u0000', '%00', undefined, null, 1, true, {}, [], [key], { key }];
    for (const wrong of ['u'.repeat(43), ended.key, leadId, ...lookalikes, ...malformed]) {
      const response = await callWith(name, wrong, seller);
      expect([wrong, response.status, await response.json()]).toEqual([wrong, 404, NO_SUCH_LINK]);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    expect(await readSeller(seller)).toEqual(before);
  });

  test('with the key of another seller, changes nothing of the seller whose ids it is given', async () => {
    const [seller, attacker] = [await addEnquiry(), await addEnquiry()];
    const before = await readSeller(seller);
    const forged = {
      lead_id: seller.leadId,
      case_id: seller.leadId,
      key_hash: seller.hash,
      offer_id: seller.offerId,
    };
    const { status } = await post(name, {
      ...{ key: attacker.key, request_id: crypto.randomUUID() },
      ...CALLS[name]?.given(seller),
      ...forged,
    });
    expect(status).toBeLessThan(500);
    expect(await readSeller(seller)).toEqual(before);
  });

  test('with a read-only key, reads or is refused, and changes nothing', async () => {
    const seller = await addEnquiry();
    const before = await readSeller(seller);
    const response = await callWith(name, seller.readOnlyKey, seller);
    const { isWrite, toReader = { access: 'shared', contact: null, papers: [] } } = CALLS[name] ?? {};
    // A read-only key sees none of the seller's own pictures.
    const refused = name === 'read_paper' ? { hint: 'no_such_paper' } : isWrite && NO_SUCH_LINK;
    const expected = refused ? [404, refused] : [200, toReader];
    expect([response.status, await response.json()]).toMatchObject(expected);
    expect(await readSeller(seller)).toEqual(before);
  });
});

const WRITES = Object.keys(CALLS).filter((name) => {
  const { isWrite, isForMail, isUpload } = CALLS[name] ?? {};
  return isWrite && !isForMail && !isUpload;
});

test.each(WRITES)(
  '%s with the link of a mail is refused before it is confirmed, and changes nothing',
  async (name) => {
    const seller = await addEnquiry();
    const mailed = await addMailKey(stack.database.admin, seller.leadId);
    const before = await readSeller(seller);
    const response = await callWith(name, mailed, seller);
    expect([response.status, await response.json()]).toMatchObject([409, { hint: 'not_confirmed' }]);
    expect(await readSeller(seller)).toEqual(before);
  },
);

describe.each(WRITES)('%s', (name) => {
  test('is carried out once, however often and at once it is sent', async () => {
    const seller = await addEnquiry();
    const requestId = crypto.randomUUID();
    const erasedBefore = stack.erased.length;
    const responses = await Promise.all(
      Array.from({ length: 3 }, () => callWith(name, seller.key, seller, requestId)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const after = await readSeller(seller);
    const again = await callWith(name, seller.key, seller, requestId);
    expect(again.status).toBe(200);
    expect(await readSeller(seller)).toEqual(after);
    expect(stack.erased.slice(erasedBefore)).toEqual(name === 'erase' ? [seller.leadId] : []);
    const { rows } = await stack.database.admin.query('select from desk.events where request_id = $1', [
      requestId,
    ]);
    expect(rows).toHaveLength(1);
  });

  test('refuses the id of a request that was something else, and a call without an id', async () => {
    const seller = await addEnquiry();
    const requestId = crypto.randomUUID();
    const first = name === 'write' ? 'stop' : 'write';
    expect((await callWith(first, seller.key, seller, requestId)).status).toBe(200);
    const before = await readSeller(seller);
    const { key } = seller;
    const given = { key, ...CALLS[name]?.given(seller) };
    for (const request_id of [requestId, undefined, null, '', 'no id', 1, [requestId]]) {
      const response = await post(name, { ...given, request_id });
      expect([response.status, await response.json()]).toMatchObject([422, { hint: 'request_id' }]);
    }
    expect(await readSeller(seller)).toEqual(before);
  });
});

describe('one enquiry has a limit for each kind of change:', () => {
  const LIMITS: Record<string, number> = {
    add_paper: 60,
    answer_offer: 5,
    ask_for_call: 5,
    complain: 3,
    correct_contact: 3,
    end_share: 10,
    remove_paper: 60,
    share: 10,
    stop: 3,
    write: 10,
  };
  const expectRefused = (response: Response) => {
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3_000);
  };

  test('every change but the erasure, which can be made once', () => {
    expect(Object.keys(LIMITS)).toEqual(WRITES.filter((name) => name !== 'erase'));
  });

  test.each(Object.entries(LIMITS).filter(([name]) => !/share$|paper$/.test(name)))(
    '%s can be made %i times',
    async (name, most) => {
      const seller = await addEnquiry();
      for (let count = 0; count < most; count += 1) {
        expect((await callWith(name, seller.key, seller)).status).toBe(200);
      }
      const before = await readSeller(seller);
      expectRefused(await callWith(name, seller.key, seller));
      expect(await readSeller(seller)).toEqual(before);
    },
  );

  test('ten links for somebody else can be made and ended', async () => {
    const seller = await addEnquiry();
    const { key } = seller;
    const newCall = () => ({ key, request_id: crypto.randomUUID() });
    const shareAgain = async () => post('share', { ...newCall(), key_hash: (await newEnquiryKey()).hash });
    const end = (number: number) => post('end_share', { ...newCall(), share_number: number });
    for (let number = 1; number < 10; number += 1) {
      expect([(await end(number)).status, (await shareAgain()).status]).toEqual([200, 200]);
    }
    expect((await end(10)).status).toBe(200);
    expectRefused(await shareAgain());
    expectRefused(await end(10));
  });
});

test.each(Object.entries(CALLS).filter(([, { other }]) => other))(
  '%s is refused with the id of the same call with other arguments',
  async (name, { other }) => {
    const seller = await addEnquiry();
    const requestId = crypto.randomUUID();
    expect((await callWith(name, seller.key, seller, requestId)).status).toBe(200);
    const before = await readSeller(seller);
    const given = { key: seller.key, request_id: requestId, ...CALLS[name]?.given(seller) };
    const response = await post(name, { ...given, ...other });
    expect([response.status, await response.json()]).toMatchObject([422, { hint: 'request_id' }]);
    expect(await readSeller(seller)).toEqual(before);
  },
);

describe.each(SELLER_CALL_NAMES)('%s, before it reaches the database,', (name) => {
  const body = JSON.stringify({ key: 'u'.repeat(43), request_id: crypto.randomUUID() });
  /** Calls the app without a database. An answer other than 503 did not need one. */
  const request = (headers: Record<string, string>, content: BodyInit) =>
    createTestApp({ seller: SELLER_CALLS }).app.request(`/enquiry/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: content,
    });

  test.each<[string, Record<string, string>, BodyInit, number]>([
    ['from a page of another site', { 'sec-fetch-site': 'cross-site' }, body, 403],
    ['from another origin', { origin: 'https://elsewhere.example' }, body, 403],
    ['from a page without an origin', { origin: 'null' }, body, 403],
    ['as text', { 'content-type': 'text/plain' }, body, 415],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'key=u', 415],
    ['with a content type that only begins like JSON', { 'content-type': 'application/jsonp' }, body, 415],
    ['without a body', {}, '', 400],
    ['that is not JSON', {}, '{"key"', 400],
    ['that is not UTF-8', {}, new Uint8Array([0x22, 0xff, 0x22]), 400],
    ['that is a list', {}, '[]', 422],
    ['that is a text', {}, '"key"', 422],
    ['that is null', {}, 'null', 422],
    [
      'that is too large',
      {},
      JSON.stringify({ key: 'x'.repeat(name === 'upload_part' ? 200_000 : 17_000) }),
      413,
    ],
  ])('refuses a request %s', async (_what, headers, content, status) => {
    const response = await request(headers, content);
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
  });
});
