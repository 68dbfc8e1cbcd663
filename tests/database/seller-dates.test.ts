/** What the seller reads of a visit, and the dates for the seller's calendar. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inAnHour, londonDay } from '../support/desk/desk-database.ts';
import { VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { openSellerDatabase, type SellerDatabase } from '../support/seller/seller-database.ts';
import { OFFER_DETAILS } from '../support/desk/offer-details.ts';

let desk: SellerDatabase;
beforeAll(async () => {
  desk = await openSellerDatabase();
});
afterAll(() => desk.close());

type Seller = Awaited<ReturnType<SellerDatabase['addSeller']>>;

/** A time in so many hours, as the desk sends it. */
const inHours = (hours: number) =>
  new Date(Math.ceil(Date.now() / 60_000 + hours * 60) * 60_000).toISOString();

const plan = ({ leadId }: Seller, next_action: string, next_at: string, given = {}) =>
  desk.staff.write('plan', leadId, { next_action, next_at, ...given });

/** The properties of the file's events, folded lines joined. */
async function datesOf(seller: Pick<Seller, 'attempt'>) {
  const { body } = await seller.attempt('dates');
  const { file } = body as { file: string };
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n[^]*METHOD:PUBLISH\r\n[^]*END:VCALENDAR$/);
  return file
    .replaceAll('\r\n ', '')
    .split('\r\nBEGIN:VEVENT\r\n')
    .slice(1)
    .map((event) =>
      Object.fromEntries(
        event
          .split('\r\n')
          .map((line): [string, string] => [line.split(/[:;]/, 1)[0] ?? '', line.replace(/^[^:]*:/, '')]),
      ),
    );
}

const icsTime = (at: string) => at.replace(/[-:]|\.\d+/g, '');

test('a visit is on the page with its time and who comes, and has a date that moves with it', async () => {
  const seller = await desk.addSeller({ ...VALUATION_LEAD });
  const [first, second] = [inHours(30), inHours(50)];
  await plan(seller, 'visit', first, { visitor: ' Morag,\n in a green van; BEGIN:VEVENT ' });
  const page = await seller.see();
  expect(page).toMatchObject({ visitor: 'Morag, in a green van; BEGIN:VEVENT', has_dates: true });
  expect(Date.parse(page.state.visit ?? '')).toBe(Date.parse(first));
  const [visit = {}] = await datesOf(seller);
  expect(visit).toMatchObject({
    SEQUENCE: '0',
    DTSTART: icsTime(first),
    SUMMARY: 'Gable & Wynd: Visit to see your property',
    DESCRIPTION: String.raw`Who comes: Morag\, in a green van\; BEGIN:VEVENT\nOur number: 0131 496 0123`,
  });
  await plan(seller, 'visit', second);
  expect((await seller.see()).visitor).toBeNull();
  expect(await datesOf(seller)).toMatchObject([{ UID: visit.UID, SEQUENCE: '1', DTSTART: icsTime(second) }]);

  await plan(seller, 'write', second);
  expect(await seller.see()).toMatchObject({ state: { visit: null }, visitor: null, has_dates: false });
  await plan(seller, 'visit', second);
  const [again] = await datesOf(seller);
  expect(again).toMatchObject({ SEQUENCE: '0' });
  expect(again?.UID).not.toBe(visit.UID);
});

test('a call that the seller asked for and the last day of an offer have dates too', async () => {
  const seller = await desk.addSeller({ ...VALUATION_LEAD });
  const window = (await seller.see()).call_windows.at(-1);
  await seller.call('ask_for_call', { starts_at: window?.from });
  expect(await datesOf(seller)).toMatchObject([
    { SEQUENCE: '0', DTSTART: icsTime(new Date(window?.from ?? '').toISOString()) },
  ]);
  await desk.staff.write('offer', seller.leadId, {
    ...{ amount: 123_000, market_value: 140_000, basis: 'own_view', conditions: 'A survey', funds: 'own' },
    details: OFFER_DETAILS,
    ...{ valid_until: londonDay(9), next_action: 'wait_for_seller', next_at: inAnHour() },
  });
  const [offer] = await datesOf(seller);
  expect(offer).toMatchObject({
    ...{ DTSTART: londonDay(9).replaceAll('-', ''), DTEND: londonDay(10).replaceAll('-', '') },
    SUMMARY: 'Gable & Wynd: Last day of our offer for your property',
  });
});

test('a link that only reads sees when the visit is, but not who comes, and gets no dates', async () => {
  const seller = await desk.addSeller({ ...VALUATION_LEAD });
  await plan(seller, 'visit', inHours(30), { visitor: 'Morag' });
  const reader = await desk.addReader(seller);
  const { body } = await reader.attempt('enquiry');
  expect(body).toMatchObject({ visitor: null, has_dates: false });
  expect(await datesOf(reader)).toEqual([]);
});

test('who comes is one line of 200 characters, and is erased with the lead', async () => {
  const seller = await desk.addSeller({ ...VALUATION_LEAD });
  const { version } = await desk.staff.lead(seller.leadId);
  expect(
    await desk.staff.attempt('plan', {
      ...{ lead_id: seller.leadId, request_id: crypto.randomUUID(), version },
      ...{ next_action: 'visit', next_at: inHours(30), visitor: 'x'.repeat(201) },
    }),
  ).toMatchObject({ hint: 'visitor' });
  await plan(seller, 'visit', inHours(30), { visitor: 'Zebedee in a van' });
  expect(Object.keys(await desk.countRows('zebedee'))).toEqual(['desk.texts']);
  await seller.attempt('erase');
  expect(await desk.countRows('zebedee')).toEqual({});
});
