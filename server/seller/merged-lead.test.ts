/**
 * What the key of a lead can do after staff have merged the lead into another one, which somebody else may have sent: it
 * acts on its own lead only (docs/decisions/0029-the-sellers-page.md). Each call of the seller's page has a row in the
 * table `CALLS`: the first test fails when one is missing.
 */
import { expect, test } from 'vitest';
import { newEnquiryKey } from '#lead/enquiry-key.ts';
import { offerTerms } from '../../tests/support/desk/desk-database.ts';
import { openDeskRoutes } from '../../tests/support/desk/desk-door.ts';
import { addSignedInOwner } from '../../tests/support/desk/signed-in-owner.ts';
import { VALUATION_LEAD } from '../../tests/support/leads/sample-leads.ts';
import { addSellersPaper, ONE_PIXEL } from '../../tests/support/papers/send-file.ts';
import { addSeller, callSellersPage, SELLER_CALL_NAMES } from '../../tests/support/seller/seller-calls.ts';
import { startAppWithDatabase } from '../../tests/support/server/app-with-database.ts';
import { readStored } from '../cases/people.ts';
import type { readEnquiry } from './enquiry.ts';

type Pair = Awaited<ReturnType<typeof addMerged>>;

type Call = {
  /** The arguments, besides the key and the id of the request: those that would do the other lead the most harm. */
  given: (pair: Pair) => Record<string, unknown>;
  status: number;
  /** What staff see in the list "Now", and of which lead. */
  asks?: { kind: string; of: 'own' | 'other' };
  /** What changes about the other lead, in alphabetical order. */
  changes?: readonly string[];
};

const own = (kind: string) => ({ kind, of: 'own' as const });

const CALLS: Record<string, Call> = {
  // Its request has no file.
  add_paper: { given: () => ({ title: 'Kitchen' }), status: 409 },
  answer_offer: { given: ({ offerId }) => ({ offer_id: offerId, answer: 'decline' }), status: 409 },
  ask_for_call: { given: () => ({}), status: 200, asks: own('call_wished') },
  begin_upload: { given: () => ({ upload_id: crypto.randomUUID(), bytes: 10 }), status: 200 },
  complain: { given: () => ({ body: 'Nobody came.' }), status: 200, asks: own('complained') },
  // The link of a mail is confirmed with these two: one that came with the form is refused, or needs nothing.
  confirm: { given: () => ({ digits: '0123' }), status: 200 },
  correct_contact: {
    given: () => ({ phone: '0131 496 0999', email: 'eve@elsewhere.example' }),
    status: 200,
    asks: own('contact_corrected'),
  },
  dates: { given: () => ({}), status: 200 },
  end_share: { given: () => ({ share_number: 1 }), status: 422 },
  enquiry: { given: () => ({}), status: 200 },
  erase: {
    given: () => ({}),
    status: 200,
    asks: { kind: 'seller_erased', of: 'other' },
    changes: ['case.asked_at', 'case.changed_at', 'events'],
  },
  not_mine: { given: () => ({}), status: 409 },
  send_new_link: {
    given: () => ({ email: VALUATION_LEAD.email }),
    status: 200,
    changes: ['sellerMails'],
  },
  read_paper: { given: ({ paperId }) => ({ paper_id: paperId, size: 'whole' }), status: 404 },
  remove_paper: { given: ({ paperId }) => ({ paper_id: paperId }), status: 422 },
  share: { given: ({ nextHash }) => ({ key_hash: nextHash }), status: 200 },
  stop: { given: () => ({}), status: 200, asks: own('seller_stopped') },
  upload_part: {
    given: () => ({ upload_id: crypto.randomUUID(), start: 0, content: 'AAAA' }),
    status: 409,
  },
  write: { given: () => ({ body: 'Send me everything.' }), status: 200, asks: own('written') },
};

/** The other lead has this word in every text that somebody typed, and this amount in its offer. */
const SECRET = /zebedee|123.?000/i;

const stack = await startAppWithDatabase();
const desk = openDeskRoutes(stack.database.url);
const token = await addSignedInOwner((text, values) => stack.database.admin.query(text, values), 'Ann Owner');

async function post(name: string, given: Record<string, unknown>) {
  const response = await callSellersPage(stack.url, name, given);
  return { status: response.status, text: await response.text() };
}

const request = (key: string) => ({ key, request_id: crypto.randomUUID() });

async function idOf(hash: string): Promise<string> {
  const { rows } = await stack.database.admin.query<{ id: string }>(
    `select lead_id as id from desk.enquiry_keys where key_hash = decode($1, 'hex')`,
    [hash],
  );
  return rows[0]?.id ?? '';
}

/** Sends a lead, and opens its page, which makes its case. */
async function addOpened(row: Record<string, unknown>) {
  const seller = await addSeller(stack.url, row);
  expect((await post('enquiry', { key: seller.key })).status).toBe(200);
  return { ...seller, leadId: await idOf(seller.hash) };
}

/** An enquiry that has everything, and one with the same number and address that staff have merged into it. */
async function addMerged() {
  const other = await addOpened({ ...VALUATION_LEAD, name: 'Zebedee Quill', address: '7 Zebedee Wynd' });
  const paperId = await addSellersPaper(stack.url, other.key, ONE_PIXEL, 'Zebedee’s roof');
  const reader = await newEnquiryKey();
  await post('share', { ...request(other.key), key_hash: reader.hash });
  await post('write', { ...request(other.key), body: 'Zebedee wrote' });
  const write = (name: string, leadId: string, given: Record<string, unknown>) =>
    desk.call(token, name, { lead_id: leadId, request_id: crypto.randomUUID(), ...given });
  const { version } = (await write('reply', other.leadId, { body: 'Dear Zebedee' })) as { version: number };
  const { offers } = (await write('offer', other.leadId, {
    version,
    ...offerTerms({ amount: 123_000, conditions: 'Zebedee stays' }),
  })) as { offers: { id: string }[] };
  const thief = await addOpened({ ...VALUATION_LEAD, name: 'Eve Elsewhere', address: '1 Shore Place' });
  await write('merge', thief.leadId, { version: 1, target_id: other.leadId });
  const { hash: nextHash } = await newEnquiryKey();
  return { other, thief, offerId: offers[0]?.id, paperId, nextHash };
}

type Stored = Record<string, unknown> & { case: Record<string, unknown> };

/** Everything that is stored about a lead, by its parts; the case by its columns. */
async function readParts(leadId: string): Promise<Record<string, unknown>> {
  const [stored] = (await readStored(stack.database.admin, [leadId])) as unknown as Stored[];
  const { case: columns, ...parts } = stored ?? { case: {} };
  const ofCase = Object.entries(columns)
    // Worked out from the other parts, at the next call that needs it.
    .filter(([name]) => name !== 'search_text')
    .map(([name, value]) => [`case.${name}`, value] as const);
  return { ...parts, ...Object.fromEntries(ofCase) };
}

test('every call is in the table', () => {
  expect(Object.keys(CALLS).sort()).toEqual(SELLER_CALL_NAMES);
});

test.each(Object.entries(CALLS))(
  '%s with the key of a merged lead reads and changes nothing of the other lead',
  async (name, { given, status, asks, changes = [] }) => {
    const pair = await addMerged();
    const { other, thief } = pair;
    const before = await readParts(other.leadId);
    const answer = await post(name, { ...request(thief.key), ...given(pair) });
    await stack.settle();
    expect(answer.status).toBe(status);
    expect(answer.text).not.toMatch(SECRET);
    const after = await readParts(other.leadId);
    const isChanged = (part: string) => JSON.stringify(after[part]) !== JSON.stringify(before[part]);
    expect(Object.keys(after).filter(isChanged).sort()).toEqual(changes);

    const now = (await desk.call(token, 'inbox', { view: 'now' })) as {
      cards: { id: string; asked: { kind: string } | null; complaint_due: string | null }[];
    };
    const { rows: mails } = await stack.database.admin.query(
      `select from private.notifications where lead_id = $1 and kind = 'asked'`,
      [thief.leadId],
    );
    expect(mails).toHaveLength(asks?.of === 'own' ? 1 : 0);
    if (asks) {
      const { leadId } = asks.of === 'own' ? thief : other;
      const card = now.cards.find(({ id }) => id === leadId);
      expect(card?.complaint_due ? 'complained' : card?.asked?.kind).toBe(asks.kind);
    } else {
      expect(now.cards.map(({ id }) => id)).not.toContain(thief.leadId);
    }
  },
);

test('an offer of the other lead is refused like one that does not exist', async () => {
  const { thief, offerId } = await addMerged();
  const answer = (id: unknown) =>
    post('answer_offer', { ...request(thief.key), offer_id: id, answer: 'go_ahead' });
  expect(await answer(offerId)).toEqual(await answer(crypto.randomUUID()));
});

test('a read-only link that the merged lead makes reads only what the lead itself reads', async () => {
  const { thief } = await addMerged();
  const reader = await newEnquiryKey();
  await post('share', { ...request(thief.key), key_hash: reader.hash });
  const { status, text } = await post('enquiry', { key: reader.key });
  expect(status).toBe(200);
  expect(text).not.toMatch(SECRET);
  const enquiry = JSON.parse(text) as Awaited<ReturnType<typeof readEnquiry>>;
  expect(enquiry).toMatchObject({ access: 'shared', merged: true, offers: [] });
});

test('what was said on the page before the merge stays readable there, and only there', async () => {
  const [other, duplicate] = [await addOpened(VALUATION_LEAD), await addOpened(VALUATION_LEAD)];
  await post('write', { ...request(duplicate.key), body: 'Mine' });
  await desk.call(token, 'reply', {
    ...{ lead_id: duplicate.leadId, request_id: crypto.randomUUID(), body: 'To you' },
  });
  await desk.call(token, 'merge', {
    ...{ lead_id: duplicate.leadId, request_id: crypto.randomUUID(), version: 1, target_id: other.leadId },
  });
  const bodiesOf = async (key: string) => {
    const { text } = await post('enquiry', { key });
    return (JSON.parse(text) as { conversation: { body: string }[] }).conversation.map(({ body }) => body);
  };
  expect(await bodiesOf(duplicate.key)).toEqual(['Mine', 'To you']);
  expect(await bodiesOf(other.key)).toEqual([]);
});
