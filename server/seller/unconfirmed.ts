/**
 * What the link of a mail opens before it is confirmed. The mail may have gone to a mistyped address, so its link shows only
 * where things stand until the last four digits of the seller's number were entered once. The login of the page sees nothing
 * of such an enquiry (`desk.opened_lead`): all of this is done with the desk's role.
 */
import * as z from 'zod';
import { readCalendar } from '../cases/calendar.ts';
import { time } from '../cases/cards.ts';
import { beginRequest, lockCase, touch } from '../cases/change.ts';
import { writeEvent } from '../cases/events.ts';
import { endKeys } from '../cases/links.ts';
import { readOffers } from '../cases/offers.ts';
import { refuseAddress } from '../cases/refused-addresses.ts';
import type { EventKind } from '../database/codes.ts';
import { allOf, execute, exists, firstRowOf, sql, type Db } from '../database/statement.ts';
import { text } from '../http/json.ts';
import { Refused } from '../refused.ts';
import { mailFirm, ofSeller, type OfSeller } from './change.ts';
import { canBeUndone, contactBefore } from './contact-before.ts';
import { undoContactChange } from './contact-details.ts';
import { readRow } from './enquiry.ts';
import { keepDates } from './note-dates.ts';
import { readEvents } from './events.ts';
import { hashOfGiven } from './keys.ts';
import { stateOf } from './state.ts';

/** After so many wrong tries the link ends. */
const MOST_TRIES = 5;

const linkSchema = z.object({
  lead_id: z.string(),
  key_hash: z.instanceof(Buffer),
  address_hash: z.instanceof(Buffer),
  wrong_tries: z.int(),
  /** The change of the contact details that the link undoes. */
  undoes: z.object({ event_id: z.string(), at: time, phone: z.string().nullable() }).nullable(),
});
type Link = z.infer<typeof linkSchema>;

/** @returns undefined if the link was confirmed or has ended meanwhile */
const findLink = (db: Db, key: string) =>
  firstRowOf(
    db,
    linkSchema,
    sql`
      select lead_id, key_hash, address_hash, wrong_tries, (
        select jsonb_build_object(
          'event_id', id::text, 'at', at, 'phone', ${contactBefore(sql`keys.lead_id`, sql`id`, 'former_phone')}
        )
        from desk.events where id = undoes_event_id
      ) as undoes
      from desk.enquiry_keys as keys
      where key_hash = ${hashOfGiven(key)} and made_for = 'mail' and confirmed_at is null and ends_at > now()
        and ${canBeUndone(sql`keys.lead_id`, sql`undoes_event_id`)}`,
  );

/** As `findLink`, and locks the case, so that calls at the same moment come one after the other. */
async function lockLink(db: Db, key: string) {
  const found = await findLink(db, key);
  if (!found) return undefined;
  const current = await lockCase(db, found.lead_id);
  const link = await findLink(db, key);
  return link && { link, current };
}

/** Null if a number has too few digits: it was imported. */
const lastDigitsOf = (phone: string): string | null => /\d{4}$/.exec(phone.replace(/\D/g, ''))?.[0] ?? null;

/**
 * The last digits of the seller's number, and of the number that was sent first. A wrong number in between does not count. For
 * a link that undoes a change, the seller's number is the one before the change: a stranger may have given the one of now.
 */
const digitsOf = ({ undoes }: Link, { phone, sent_phone }: Awaited<ReturnType<typeof readRow>>) =>
  [undoes?.phone ?? phone, sent_phone].map(lastDigitsOf).filter((digits) => digits !== null);

/** Where things stand, without anything that was typed and without the figures of an offer. */
export async function readStanding(db: Db, key: string) {
  const link = await findLink(db, key);
  if (!link) return undefined;
  const [work, [latest], events, calendar] = await allOf([
    readRow(db, link.lead_id),
    readOffers(db, link.lead_id),
    readEvents(db, link.lead_id),
    readCalendar(db),
  ]);
  return {
    access: 'unconfirmed' as const,
    now: work.now,
    state: stateOf({ work, events, latest, calendar }),
    // Always empty, so that the page makes its sentences as it does for the whole enquiry.
    offers: [],
    answer: null,
    conversation: [],
    /** False if we have no number whose digits could be entered. */
    can_confirm: digitsOf(link, work).length > 0,
    /** When the contact details were changed, if the link puts the old ones back. */
    changed_at: link.undoes?.at ?? null,
  };
}

/** Every other call with the link. */
export const refuseUnconfirmed = () =>
  Promise.resolve(
    new Refused(
      409,
      'not_confirmed',
      'This link first needs the last four digits of the phone number that you gave us.',
    ),
  );

/** Records a request for this link. @returns whether it is carried out now; false for a retry */
const begin = (
  db: Db,
  { lead_id: leadId, key_hash }: Link,
  request: { id: string; name: string; given: string },
) => beginRequest(db, { ...request, leadId, caller: null, given: [request.given, key_hash.toString('hex')] });

async function tellFirm(db: Db, leadId: string, kind: EventKind, requestId: string): Promise<void> {
  const eventId = await writeEvent(db, { actor: null, leadId, kind, requestId });
  await allOf([mailFirm(db, { leadId }, eventId), touch(db, leadId)]);
}

export const confirmGiven = z.object({
  ...ofSeller,
  digits: text
    .transform((typed) => typed.replace(/\D/g, ''))
    .refine((digits) => digits.length === 4, 'Please type the last four digits.'),
});

/**
 * Confirms the link, and with it the address, if these are the last four digits of the seller's number. A retry of the same
 * request is not counted again.
 *
 * @returns the refusal; undefined if the link is confirmed or has ended, which the next look at the key tells
 */
export async function confirmLink(
  db: Db,
  { key, digits, request_id: id }: z.output<typeof confirmGiven>,
): Promise<Refused | undefined> {
  const locked = await lockLink(db, key);
  if (!locked) return undefined;
  const { link, current } = locked;
  const { lead_id: leadId, undoes } = link;
  const known = digitsOf(link, await readRow(db, leadId));
  if (known.length === 0)
    return new Refused(422, 'digits', 'We have no phone number to check. Please ring us.');
  const isFirst = await begin(db, link, { id, name: 'seller.confirm', given: digits });
  const ofKey = sql`key_hash = ${link.key_hash}`;
  if (known.includes(digits)) {
    await execute(db, sql`update desk.enquiry_keys set confirmed_at = now() where ${ofKey}`);
    if (undoes) {
      const change = { current, eventId: undoes.event_id, keyHash: link.key_hash, requestId: id };
      await undoContactChange(db, change);
      await keepDates(db, leadId, null);
    } else {
      await writeEvent(db, { actor: null, leadId, kind: 'address_confirmed', requestId: id });
      await touch(db, leadId);
    }
    return undefined;
  }
  const tries = link.wrong_tries + (isFirst ? 1 : 0);
  await execute(db, sql`update desk.enquiry_keys set wrong_tries = ${tries} where ${ofKey}`);
  if (tries < MOST_TRIES) {
    const left = MOST_TRIES - tries;
    return new Refused(
      422,
      'digits',
      `These are not the last four digits of the number. You have ${left === 1 ? 'one try' : `${left} tries`} left.`,
    );
  }
  await endKeys(db, ofKey);
  await tellFirm(db, leadId, 'digits_failed', id);
  return undefined;
}

/**
 * Whoever got the mail says that the enquiry is not theirs: no mail to a seller goes to the address any more, and the lead's
 * links that were mailed to it end. Nothing is deleted, and staff can take it back.
 */
export async function refuseMails(db: Db, { key, request_id: id }: OfSeller) {
  const locked = await lockLink(db, key);
  if (!locked) return undefined;
  const { link } = locked;
  const { lead_id: leadId, address_hash: hash } = link;
  await begin(db, link, { id, name: 'seller.not_mine', given: '' });
  await refuseAddress(db, hash);
  await endKeys(db, sql`lead_id = ${leadId} and address_hash = ${hash}`);
  await tellFirm(db, leadId, 'address_refused', id);
  return { refused: true as const };
}

/** Whether a request has refused an address, which ended its own link. */
export const wasRefusedBy = (db: Db, requestId: string): Promise<boolean> =>
  exists(db, sql`select from desk.events where request_id = ${requestId} and kind = 'address_refused'`);
