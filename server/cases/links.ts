import * as z from 'zod';
import { allOf, execute, idsOf, sql, type Db, type Sql } from '../database/statement.ts';
import { text } from '../http/json.ts';
import { refuseUnless } from '../refused.ts';
import { defineChange, ofLead, saveCase } from './change.ts';
import { correctLead, readContact } from './correct-lead.ts';
import { cancelSellerMails } from './mails.ts';
import { addressHash, allowAddress } from './refused-addresses.ts';
import { settleReturn } from './returned-mails.ts';

/** The SHA-256 of a key to the seller's page. The browser that makes the key sends only this hash. */
export const keyHash = z
  .string('This is not the hash of a key.')
  .regex(/^[0-9a-f]{64}$/, 'This is not the hash of a key.');

type NewKey = { hash: string; leadId: string } & (
  | { madeFor: 'desk' }
  /** `undoesEventId` is the change of the contact details that the key can undo, for seven days. */
  | { madeFor: 'mail'; sentTo: string; undoesEventId: string | undefined }
  | { madeFor: 'shared'; shareNumber: number }
);

/** Stores the hash of a key. @throws {Refused} 422 if there is such a key */
export async function addKey(db: Db, given: NewKey): Promise<void> {
  const { hash, leadId, madeFor } = given;
  const shareNumber = madeFor === 'shared' ? given.shareNumber : null;
  const sentTo = madeFor === 'mail' ? addressHash(given.sentTo) : sql`null`;
  const undoesEventId = (madeFor === 'mail' ? given.undoesEventId : undefined) ?? null;
  const added = await execute(
    db,
    sql`
      insert into desk.enquiry_keys (
        key_hash, lead_id, made_for, share_number, address_hash, undoes_event_id, ends_at
      )
      values (
        ${Buffer.from(hash, 'hex')}, ${leadId}, ${madeFor}, ${shareNumber}, ${sentTo}, ${undoesEventId},
        now() + make_interval(days => ${undoesEventId === null ? 180 : 7}::int)
      )
      on conflict do nothing`,
  );
  refuseUnless(added > 0, 'key_hash', 'This key exists already.');
}

/**
 * Ends the keys that fulfil a condition. Their end is '-infinity', not now: a call that began before the keys ended sees an
 * earlier time, and would otherwise extend them by its use.
 *
 * @returns how many
 */
export const endKeys = (db: Db, condition: Sql): Promise<number> =>
  execute(db, sql`update desk.enquiry_keys set ends_at = '-infinity' where ${condition} and ends_at > now()`);

/** Stores a key that the desk has made, for a link that a member of staff sends to the seller. */
export const makeLink = defineChange({
  name: 'make_link',
  given: z.object({ ...ofLead, key_hash: keyHash }),
  async work({ db, current, record }, { key_hash }) {
    await addKey(db, { hash: key_hash, leadId: current.lead_id, madeFor: 'desk' });
    await record('link_made');
  },
});

/**
 * Ends all links to this lead and to those that were merged into it, also the links in mails that wait. From then on no
 * mail has a link until staff confirm an address: somebody else may have changed it through one of the links.
 */
export const endLinks = defineChange({
  name: 'end_links',
  given: z.object(ofLead),
  async work({ db, current, record }) {
    const leadIds = await idsOf(
      db,
      sql`
        select lead_id as id from desk.cases
        where lead_id = ${current.lead_id} or duplicate_of = ${current.lead_id}`,
    );
    await cancelSellerMails(db, leadIds);
    const [links] = await allOf([
      endKeys(db, sql`lead_id = any (${leadIds}::uuid[])`),
      execute(
        db,
        sql`
          update desk.cases set links_ended_at = now(), changed_at = clock_timestamp()
          where lead_id = any (${leadIds}::uuid[])`,
      ),
    ]);
    await record('links_ended', { links });
  },
});

/**
 * Says which e-mail address is the seller's. From then on mails go to it, also after all links were ended, or after its
 * owner has said that the enquiry is not theirs.
 */
export const confirmAddress = defineChange({
  name: 'confirm_address',
  given: z.object({ ...ofLead, email: text }),
  async work(work, { email }) {
    const { db, current, record } = work;
    const { lead_id: leadId } = current;
    const former = await readContact(db, leadId);
    refuseUnless(
      former.source !== 'chat_widget',
      'email',
      'An enquiry from the chat has no email address. Ring the seller instead.',
    );
    const texts = await correctLead(db, former, { email: email.trim() });
    await settleReturn(work);
    await allOf([
      saveCase(db, current),
      execute(db, sql`update desk.cases set links_ended_at = null where lead_id = ${leadId}`),
      allowAddress(db, email),
    ]);
    await record('address_confirmed', {}, texts);
  },
});
