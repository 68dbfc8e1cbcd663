import { CHAT_EMAIL_PLACEHOLDER } from '../_shared/lead/chat.ts';
import type { NotificationBody } from '../_shared/lead/notification.ts';

/** A database connection with the role `mailer`. */
export type Database = {
  query(text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
};

/** A stored lead. Fields that its form does not have are null. */
export type StoredLead = {
  id: string;
  created_at: Date;
  name: string;
  email: string | null;
  phone: string;
  postcode: string | null;
  address: string | null;
  property_type: string | null;
  bedrooms: string | null;
  property_condition: string | null;
  message: string | null;
  source: 'valuation_form' | 'chat_widget';
  /** Why the lead may be spam; usually empty. */
  suspect_reasons: string[];
};

/** A lead as PostgreSQL's `row_to_json` writes it. */
export type LeadJson = Omit<StoredLead, 'created_at'> & { created_at: string };

export const parseLead = (lead: LeadJson): StoredLead => ({ ...lead, created_at: new Date(lead.created_at) });

/** What the mail says about a lead besides its answers. */
export type LeadContext = {
  /** The id of the submission, if the request had one. */
  submissionId: string | null;
  /** By when the firm has promised a reply, as an ISO time. */
  promisedBy: string | null;
  /** The path of the page that the lead was sent from. */
  page: string | null;
  /** The campaign that led to the visit, with its source and medium. */
  campaign: string | null;
  /** The ids of earlier leads from the same telephone number, the latest first. */
  earlier: string[];
};

/** A notification that is leased to one sender: until the lease ends, no other sender may take it. */
export type Claim = {
  attemptId: string;
  /** How many attempts there were before, including unfinished ones and those that ended before the mail was sent. */
  failedAttempts: number;
  /** Whether the outcome of an earlier attempt is unknown, so that its mail may have arrived. */
  mayBeRepeat: boolean;
  lead: StoredLead;
  /** Null if it could not be read, which is no reason to hold the mail back. */
  context: LeadContext | null;
};

/** Which pending notification to claim: that of a submission, that of a body, or any that is due. */
export type Match = { submissionId: string } | { body: NotificationBody } | 'any';

/**
 * How long a notification is leased to one sender, who renews the lease while the mail is being sent. If the sender is
 * killed, the mail waits up to this long before another sender may take it.
 */
export const LEASE_SECONDS = 60;

/** The error code of an attempt in which the mail server received the whole message and did not answer. */
export const UNANSWERED = 'UNANSWERED';

const FIRST_RETRY_SECONDS = 5;
const LONGEST_RETRY_SECONDS = 600;

/**
 * `now()` is the start of a transaction, so a transaction that began earlier sees a new delay as longer than it is.
 * Without this margin, `isDue` could take the longest delay as a sign that the clock was set back.
 */
const MARGIN_SECONDS = 30;

/**
 * The condition under which a notification is due.
 *
 * @param longestSeconds the longest delay that is ever set. A time further away means that the clock was set back, so
 *   the notification counts as due.
 */
export const isDue = (longestSeconds: number): string =>
  `(next_attempt_at <= now() or next_attempt_at > now() + interval '${longestSeconds + MARGIN_SECONDS} seconds')`;

/** An SQL condition: the outcome of an earlier attempt for the lead is unknown, so its mail may have arrived. */
export const mayBeRepeat = (leadId: string): string =>
  `exists (
     select from private.delivery_attempts past
     where past.lead_id = ${leadId} and (past.finished_at is null or past.error_code = '${UNANSWERED}')
   )`;

const claimSql = (condition: string) => `
  with due as (
    select lead_id
    from private.notifications
    where sent_at is null and not in_digest and ${isDue(LONGEST_RETRY_SECONDS)} and ${condition}
    order by next_attempt_at
    limit 1
    for update skip locked
  ), leased as (
    update private.notifications
    set next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
    from due
    where notifications.lead_id = due.lead_id
    returning notifications.lead_id
  ), attempt as (
    insert into private.delivery_attempts (lead_id, may_be_repeat)
    select lead_id, ${mayBeRepeat('leased.lead_id')}
    from leased
    returning id, lead_id, may_be_repeat
  )
  select
    attempt.id as "attemptId",
    attempt.may_be_repeat as "mayBeRepeat",
    (select count(*)::int from private.delivery_attempts past where past.lead_id = attempt.lead_id) as "failedAttempts",
    row_to_json(leads) as lead,
    private.lead_context(leads.id) as context
  from attempt
  join public.leads on leads.id = attempt.lead_id`;

const CLAIM_ANY = claimSql('true');
const CLAIM_SUBMISSION = claimSql('submission_id = $1');
const CLAIM_BODY = claimSql(`exists (
  select from public.leads
  where leads.id = notifications.lead_id
    and leads.source = $1
    and leads.name = $2
    and leads.phone = $3
    and leads.email is not distinct from $4
    and leads.postcode is not distinct from $5
    and leads.address is not distinct from $6
    and leads.property_type is not distinct from $7
    and leads.bedrooms is not distinct from $8
    and leads.property_condition is not distinct from $9
    and leads.message is not distinct from $10
)`);

function bodyValues(body: NotificationBody): unknown[] {
  if (body.source === 'chat_widget') {
    // Chat leads are stored without an e-mail address. Any other text than the placeholder matches no lead.
    const email = body.email === CHAT_EMAIL_PLACEHOLDER ? null : body.email;
    return [body.source, body.name, body.phone, email, null, null, null, null, null, body.message];
  }
  const { source, name, phone, email, postcode, address, property_type, bedrooms, property_condition } = body;
  return [source, name, phone, email, postcode, address, property_type, bedrooms, property_condition, null];
}

/** The delay in seconds before the next retry: 5, 10, 20 … up to ten minutes. Retries never end. */
export function retryDelaySeconds(failedAttempts: number): number {
  return Math.min(LONGEST_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** Math.min(failedAttempts, 10));
}

/** The table `private.notifications` as a queue. Each operation is one statement, so it is done fully or not at all. */
export function createNotifications(database: Database) {
  return {
    /** Leases one notification that matches and is due; undefined if there is none. */
    async claim(match: Match): Promise<Claim | undefined> {
      const { rows } = await (match === 'any'
        ? database.query(CLAIM_ANY, [])
        : 'submissionId' in match
          ? database.query(CLAIM_SUBMISSION, [match.submissionId])
          : database.query(CLAIM_BODY, bodyValues(match.body)));
      const row = rows[0] as (Omit<Claim, 'lead'> & { lead: LeadJson }) | undefined;
      return row && { ...row, lead: parseLead(row.lead) };
    },

    /** Extends the lease of a mail that is still under way, unless another sender has claimed it since. */
    async renew({ attemptId, lead }: Claim): Promise<void> {
      await database.query(
        `update private.notifications set next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
         where lead_id = $2 and sent_at is null
           and not exists (
             select from private.delivery_attempts where lead_id = $2 and id > $1 and finished_at is null
           )`,
        [attemptId, lead.id],
      );
    },

    async markSent({ attemptId, lead }: Claim): Promise<void> {
      await database.query(
        `with finished as (
           update private.delivery_attempts set finished_at = now() where id = $1
         )
         update private.notifications set sent_at = now() where lead_id = $2 and sent_at is null`,
        [attemptId, lead.id],
      );
    },

    /** @param errorCode a code, never the mail server's message, which can contain e-mail addresses */
    async markFailed({ attemptId, failedAttempts, lead }: Claim, errorCode: string): Promise<void> {
      await database.query(
        `with finished as (
           update private.delivery_attempts set finished_at = now(), error_code = $3 where id = $1
         )
         update private.notifications
         set next_attempt_at = now() + make_interval(secs => $4)
         where lead_id = $2 and sent_at is null`,
        [attemptId, lead.id, errorCode, retryDelaySeconds(failedAttempts)],
      );
    },
  };
}

export type Notifications = ReturnType<typeof createNotifications>;
