import { CHAT_EMAIL_PLACEHOLDER } from '../_shared/lead/chat.ts';
import type { NotificationBody } from '../_shared/lead/notification.ts';
import { phoneKey } from '../_shared/lead/phone-number.ts';

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
  submissionId: string | null;
  /** By when the firm has promised a reply. */
  promisedBy: Date | null;
  /** The path of the page that the lead was sent from. */
  page: string | null;
  /** The campaign that led to the visit, with its source and medium. */
  campaign: string | null;
  /** The ids of earlier leads from the same telephone number, the latest first. */
  earlier: string[];
};

/** A mail that is leased to one sender: until the lease ends, no other sender may take it. */
export type Claim = {
  attemptId: string;
  kind: string;
  /** Of the mails of this kind about the lead. */
  number: number;
  madeAt: Date;
  /** How many attempts there were before, including unfinished ones and those that ended before the mail was sent. */
  failedAttempts: number;
  /** Whether the outcome of an earlier attempt is unknown, so that its mail may have arrived. */
  mayBeRepeat: boolean;
  lead: StoredLead;
  submissionId: string | null;
  /** The header that says where the lead came from. */
  origin: string | null;
};

export type KindLimits = {
  /**
   * How many are sent at the same time: several, so that a slow mail does not delay the others, and few, because some
   * mail servers limit the connections of one client.
   */
  maxAtOnce: number;
  longestRetrySeconds: number;
  /** After how many days a mail is given up. Without it, never. */
  triedForDays?: number;
};

export const LEAD_LIMITS: KindLimits = { maxAtOnce: 5, longestRetrySeconds: 600 };

/** Which mail to claim: the one about the lead of a submission or of a body, or any that is due. */
export type Match = { submissionId: string } | { body: NotificationBody } | 'any';

/**
 * How long a notification is leased to one sender, who renews the lease while the mail is being sent. If the sender is
 * killed, the mail waits up to this long before another sender may take it.
 */
export const LEASE_SECONDS = 60;

/** The error code of an attempt in which the mail server received the whole message and did not answer. */
export const UNANSWERED = 'UNANSWERED';

const FIRST_RETRY_SECONDS = 5;

/**
 * `now()` is the start of a transaction, so a transaction that began earlier sees a new delay as longer than it is.
 * Without this margin, `isDue` could take the longest delay as a sign that the clock was set back.
 */
const MARGIN_SECONDS = 30;

/**
 * The condition under which a notification is due.
 *
 * @param longestSeconds an SQL expression: the longest delay that is ever set. A time further away means that the clock was
 *   set back, so the notification counts as due.
 */
export const isDue = (longestSeconds: string): string =>
  `(next_attempt_at <= now() or next_attempt_at > now() + make_interval(secs => ${longestSeconds} + ${MARGIN_SECONDS}))`;

/** An SQL condition: the outcome of an earlier attempt is unknown, so its mail may have arrived. */
export const mayBeRepeat = (mail: string): string =>
  `exists (
     select from private.delivery_attempts past
     where (past.lead_id, past.kind, past.number) = (${mail}.lead_id, ${mail}.kind, ${mail}.number)
       and (past.finished_at is null or past.error_code = '${UNANSWERED}')
   )`;

const claimSql = (condition: string) => `
  with kinds as (
    select * from unnest($1::text[], $2::int[], $3::int[])
    with ordinality as kinds (kind, longest_seconds, tried_for_days, position)
  ), due as (
    select mail.*
    from kinds
    cross join lateral (
      select lead_id, notifications.kind, number
      from private.notifications
      where notifications.kind = kinds.kind and sent_at is null and cancelled_at is null and not in_digest
        and ${isDue('longest_seconds')}
        and coalesce(made_at > now() - make_interval(days => tried_for_days), true)
        and ${condition}
      order by next_attempt_at
      limit 1
      for update skip locked
    ) as mail
    order by position
    limit 1
  ), leased as (
    update private.notifications as mail
    set next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
    from due
    where (mail.lead_id, mail.kind, mail.number) = (due.lead_id, due.kind, due.number)
    returning mail.lead_id, mail.kind, mail.number, mail.made_at
  ), attempt as (
    insert into private.delivery_attempts (lead_id, kind, number, may_be_repeat)
    select lead_id, kind, number, ${mayBeRepeat('leased')}
    from leased
    returning id, lead_id, kind, number, may_be_repeat
  )
  select
    attempt.id as "attemptId",
    attempt.kind,
    attempt.number,
    leased.made_at as "madeAt",
    attempt.may_be_repeat as "mayBeRepeat",
    (
      select count(*)::int from private.delivery_attempts past
      where (past.lead_id, past.kind, past.number) = (attempt.lead_id, attempt.kind, attempt.number)
    ) as "failedAttempts",
    row_to_json(leads) as lead,
    first_mail.submission_id as "submissionId",
    first_mail.origin
  from attempt
  join leased using (lead_id, kind, number)
  join public.leads on leads.id = attempt.lead_id
  left join private.notifications as first_mail on first_mail.lead_id = leads.id and first_mail.kind = 'lead'`;

const CLAIM_ANY = claimSql('true');
const CLAIM_SUBMISSION = claimSql('submission_id = $4');
const CLAIM_BODY = claimSql(`exists (
  select from public.leads
  where leads.id = notifications.lead_id
    and leads.source = $4
    and leads.name = $5
    and leads.phone = $6
    and leads.email is not distinct from $7
    and leads.postcode is not distinct from $8
    and leads.address is not distinct from $9
    and leads.property_type is not distinct from $10
    and leads.bedrooms is not distinct from $11
    and leads.property_condition is not distinct from $12
    and leads.message is not distinct from $13
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

/** Reads the ids of earlier leads with the same number, the latest first. Only the latest 2,000 leads are compared. */
const EARLIER = `
  select id, phone
  from (
    select id, created_at, phone
    from public.leads
    where (created_at, id) < ($1, $2)
    order by created_at desc, id desc
    limit 2000
  ) as latest
  -- Excludes nearly all leads. The rest is compared as people read numbers.
  where right(translate(phone, ' ()-./', ''), 4) = right(translate($3, ' ()-./', ''), 4) or phone = $3
  order by created_at desc, id`;

/** The delay in seconds before the next retry: 5, 10, 20 … up to the longest. */
export function retryDelaySeconds(failedAttempts: number, longestSeconds: number): number {
  return Math.min(longestSeconds, FIRST_RETRY_SECONDS * 2 ** Math.min(failedAttempts, 10));
}

/** The condition that the attempt $1 is the last one for the mail ($2, $3, $4), so that the lease is still its own. */
const IS_LAST = `not exists (
  select from private.delivery_attempts
  where (lead_id, kind, number) = ($2, $3, $4) and id > $1 and finished_at is null
)`;

/**
 * The table `private.notifications` as a queue. Each operation is one statement, so it is done fully or not at all.
 *
 * @param kinds the kinds that this sender sends, the most urgent first
 */
export function createNotifications(
  database: Database,
  kinds: Record<string, KindLimits> = { lead: LEAD_LIMITS },
) {
  const keyOf = ({ attemptId, lead, kind, number }: Claim) => [attemptId, lead.id, kind, number];

  return {
    kinds,

    /** Leases one mail that matches and is due, of one of these kinds; undefined if there is none. */
    async claim(match: Match, among = Object.keys(kinds)): Promise<Claim | undefined> {
      const wanted = match === 'any' ? among : ['lead'];
      const limits = wanted.flatMap((kind) => kinds[kind] ?? []);
      const values = [
        wanted,
        limits.map(({ longestRetrySeconds }) => longestRetrySeconds),
        limits.map(({ triedForDays }) => triedForDays ?? null),
      ];
      const { rows } = await (match === 'any'
        ? database.query(CLAIM_ANY, values)
        : 'submissionId' in match
          ? database.query(CLAIM_SUBMISSION, [...values, match.submissionId])
          : database.query(CLAIM_BODY, [...values, ...bodyValues(match.body)]));
      const row = rows[0] as (Omit<Claim, 'lead'> & { lead: LeadJson }) | undefined;
      return row && { ...row, lead: parseLead(row.lead) };
    },

    /** The ids of earlier leads from the same telephone number, the latest first. */
    async readEarlier({ id, created_at, phone }: StoredLead): Promise<string[]> {
      const { rows } = await database.query(EARLIER, [created_at, id, phone]);
      const key = phoneKey(phone);
      return (rows as { id: string; phone: string }[])
        .filter((earlier) => earlier.phone === phone || phoneKey(earlier.phone) === key)
        .map((earlier) => earlier.id);
    },

    /** Extends the lease of a mail that is still under way, unless another sender has claimed it since. */
    async renew(claim: Claim): Promise<void> {
      await database.query(
        `update private.notifications set next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
         where (lead_id, kind, number) = ($2, $3, $4) and sent_at is null and ${IS_LAST}`,
        keyOf(claim),
      );
    },

    async markSent(claim: Claim): Promise<void> {
      await database.query(
        `with finished as (
           update private.delivery_attempts set finished_at = now() where id = $1
         )
         update private.notifications set sent_at = now()
         where (lead_id, kind, number) = ($2, $3, $4) and sent_at is null`,
        keyOf(claim),
      );
    },

    /** @param errorCode a code, never the mail server's message, which can contain e-mail addresses */
    async markFailed(claim: Claim, errorCode: string): Promise<void> {
      const { longestRetrySeconds } = kinds[claim.kind] ?? LEAD_LIMITS;
      await database.query(
        `with finished as (
           update private.delivery_attempts set finished_at = now(), error_code = $5 where id = $1
         )
         update private.notifications
         set next_attempt_at = now() + make_interval(secs => $6)
         where (lead_id, kind, number) = ($2, $3, $4) and sent_at is null and ${IS_LAST}`,
        [...keyOf(claim), errorCode, retryDelaySeconds(claim.failedAttempts, longestRetrySeconds)],
      );
    },

    /** Records that a mail must not be sent any more. */
    async cancel(claim: Claim): Promise<void> {
      await database.query(
        `with finished as (
           update private.delivery_attempts set finished_at = now(), error_code = 'CANCELLED' where id = $1
         )
         update private.notifications set cancelled_at = now() where (lead_id, kind, number) = ($2, $3, $4)`,
        keyOf(claim),
      );
    },
  };
}

export type Notifications = ReturnType<typeof createNotifications>;
