import * as z from 'zod';
import { TO_FIRM } from '../cases/mails.ts';
import { rowsOf, sql, type Db } from '../database/statement.ts';

const UUID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
/**
 * The Message-IDs of our mails about a lead: `<received-1-0123456789abcdef-lead-…@firm.scot>`, `<lead-…@firm.scot>` for the
 * first mail to the firm, and `<enquiry-lead-…@firm.scot>`, which names the thread of the mails to the seller.
 */
const OURS = new RegExp(
  `^<(?:(?<kind>[a-z_]+)-(?<number>\\d{1,9})-[\\da-f]{16}-|(?<thread>enquiry)-)?lead-(?<leadId>${UUID})@`,
  'i',
);

/** What a mail may be about: a mail of ours, or only the lead that a thread or the address of the recipient names. */
type Candidate = { leadId: string; kind?: string; number?: number };

function candidateOf(messageId: string): Candidate[] {
  const { leadId, thread, kind = 'lead', number = '1' } = OURS.exec(messageId)?.groups ?? {};
  if (leadId === undefined) return [];
  return [{ leadId, ...(!thread && { kind, number: Number(number) }) }];
}

/** Whether our program has sent the mail with this Message-ID. */
export const isOfOurs = (messageId: string) => OURS.test(messageId);

/** The address to which the seller of a lead answers: `name+<token>@`. The token is the lead's id without hyphens. */
export const replyAddressOf = (leadId: string, replyTo: string) =>
  replyTo.replace('+@', `+${leadId.replaceAll('-', '')}@`);

function candidateOfAddress(address: string, replyTo: string): Candidate[] {
  const [name = '', domain] = replyTo.toLowerCase().split('@');
  const [given = '', token = ''] = address.toLowerCase().split('+');
  if (!name.endsWith('+') || `${given}+` !== name || !token.endsWith(`@${domain}`)) return [];
  const [, a, b, c, d, e] = /^(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})@/.exec(token) ?? [];
  const leadId = [a, b, c, d, e].join('-');
  return new RegExp(`^${UUID}$`).test(leadId) ? [{ leadId }] : [];
}

/** The lead of a mail, and to whom the mail of ours went that it answers. */
export type FoundLead = {
  leadId: string;
  isToSeller: boolean;
  /** Whether it went to the seller's former address, as the warning of changed contact details does. */
  isToFormerAddress: boolean;
};

/**
 * Finds the lead that a mail is about: by the first of these Message-IDs that is that of a mail of ours, otherwise by the
 * token in an address. An id that only looks like ours finds nothing, and neither does one of a lead that was erased. A lead
 * that was merged into another one is found as itself, as with the key of its page.
 *
 * @param messageIds the mails that it answers, the closest first
 * @param replyTo the setting REPLY_TO; it has a `+` before the `@` if the mail server delivers addresses with tokens
 */
export async function findLead(
  db: Db,
  { messageIds, recipients }: { messageIds: readonly string[]; recipients: readonly string[] },
  replyTo = '',
): Promise<FoundLead | undefined> {
  const candidates = [
    ...messageIds.flatMap(candidateOf),
    ...recipients.flatMap((address) => candidateOfAddress(address, replyTo)),
  ];
  if (candidates.length === 0) return undefined;
  const given = candidates.map(({ leadId, kind, number }, position) => ({
    position,
    lead_id: leadId,
    kind,
    number,
  }));
  const [found] = await rowsOf(
    db,
    z.object({ leadId: z.string(), isToSeller: z.boolean(), isToFormerAddress: z.boolean() }),
    sql`
      select lead_id as "leadId", kind is null or kind <> all (${[...TO_FIRM]}) as "isToSeller",
        kind is not distinct from 'contact_changed' as "isToFormerAddress"
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given (position int, lead_id uuid, kind text, number int)
      where case
        when kind is null then exists (select from public.leads where id = lead_id)
        else exists (
          select from private.notifications as mails
          where (mails.lead_id, mails.kind, mails.number) = (given.lead_id, given.kind, given.number)
        )
      end
      order by position
      limit 1`,
  );
  return found;
}
