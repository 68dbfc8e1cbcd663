import { errorCode, RENEW_EVERY_MS, retry, SEND_LIMIT_MS, type DeliveryDependencies } from './delivery.ts';
import { composeDigest } from './message.ts';
import {
  isDue,
  LEASE_SECONDS,
  mayBeRepeat,
  parseLead,
  type Database,
  type LeadJson,
  type StoredLead,
} from './notifications.ts';

/**
 * The most leads in one digest (a mail about many leads). The others wait for the next minute's digest, so that a mail
 * stays below a megabyte.
 */
const MAX_LEADS = 500;

/** How long a digest waits after a failure. */
const RETRY_SECONDS = 300;

/**
 * Leases (reserves for one sender) all due notifications of a flood. A flood is more leads in a minute than
 * `private.lead_limits` allows; they are mailed together. Their notifications become due together, at the end of the
 * minute, so there is one digest a minute, however many senders there are: a second sender waits for the row locks and
 * then finds nothing due.
 */
const CLAIM = `
  with due as (
    select lead_id, next_attempt_at
    from private.notifications
    where in_digest and sent_at is null and ${isDue(String(RETRY_SECONDS))}
    order by lead_id
    for update
  ), ranked as (
    select lead_id, row_number() over (order by next_attempt_at, lead_id) <= ${MAX_LEADS} as fits from due
  ), moved as (
    update private.notifications
    set next_attempt_at = case
      when fits then now() + interval '${LEASE_SECONDS} seconds'
      else date_trunc('minute', now()) + interval '1 minute'
    end
    from ranked
    where notifications.lead_id = ranked.lead_id and notifications.in_digest
    returning notifications.lead_id, notifications.kind, notifications.number, fits
  ), attempt as (
    insert into private.delivery_attempts (lead_id, may_be_repeat)
    select lead_id, ${mayBeRepeat('moved')} from moved where fits
    returning id, lead_id, may_be_repeat
  )
  select attempt.id as "attemptId", attempt.may_be_repeat as "mayBeRepeat", row_to_json(leads) as lead
  from attempt
  join public.leads on leads.id = attempt.lead_id
  -- Leads without a mark of spam come first.
  order by cardinality(leads.suspect_reasons), leads.created_at, leads.id`;

type Row = { attemptId: string; mayBeRepeat: boolean; lead: StoredLead };

/** Whether the mail server took sender and recipient, but refused the message for good, as a content filter does. */
const isRefused = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'EMESSAGE' &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500;

export function createDigest({
  database,
  sendMail,
  addresses,
  log,
  sendLimitMs = SEND_LIMIT_MS,
}: Pick<DeliveryDependencies, 'sendMail' | 'addresses' | 'log' | 'sendLimitMs'> & { database: Database }) {
  async function claim(): Promise<Row[]> {
    const { rows } = await database.query(CLAIM, []);
    return (rows as (Omit<Row, 'lead'> & { lead: LeadJson })[]).map((row) => ({
      ...row,
      lead: parseLead(row.lead),
    }));
  }

  const idsOf = (rows: readonly Row[]) => [
    rows.map(({ attemptId }) => attemptId),
    rows.map(({ lead }) => lead.id),
  ];

  /** Extends the lease of a digest that is still being sent, unless another sender has claimed it since. */
  async function renew(rows: readonly Row[]): Promise<void> {
    await database.query(
      `update private.notifications set next_attempt_at = now() + interval '${LEASE_SECONDS} seconds'
       where lead_id = any ($2) and kind = 'lead' and sent_at is null
         and not exists (
           select from private.delivery_attempts newer
           where newer.lead_id = notifications.lead_id and newer.kind = 'lead' and id > all ($1) and finished_at is null
         )`,
      idsOf(rows),
    );
  }

  /**
   * @param code of the error; null when the digest was sent
   * @param isSplit whether to mail the leads one by one from now on, because one may be why the digest is refused
   */
  async function record(rows: readonly Row[], code: string | null, isSplit = false): Promise<void> {
    await database.query(
      `with finished as (
         update private.delivery_attempts set finished_at = now(), error_code = $3 where id = any ($1)
       )
       update private.notifications
       set sent_at = case when $3::text is null then now() end,
         in_digest = in_digest and not $4,
         next_attempt_at = case when $4 then now() else now() + interval '${RETRY_SECONDS} seconds' end
       where lead_id = any ($2) and kind = 'lead' and sent_at is null`,
      [...idsOf(rows), code, isSplit],
    );
  }

  return {
    /**
     * Sends the digest of all leads that are due. Never rejects: a digest that is not recorded as sent is sent again.
     *
     * @param closing aborted when the process closes, which aborts a digest that is being sent
     */
    sendDue: async (closing?: AbortSignal): Promise<void> => {
      try {
        const rows = await claim();
        if (rows.length === 0) return;
        const leads = rows.map(({ lead }) => lead);
        const renewal = setInterval(() => {
          renew(rows).catch((error: unknown) => {
            log.error({ error: String(error) }, 'lease of a digest not renewed');
          });
        }, RENEW_EVERY_MS);
        try {
          const limit = AbortSignal.timeout(sendLimitMs);
          await sendMail(
            composeDigest(leads, addresses),
            closing ? AbortSignal.any([limit, closing]) : limit,
          );
        } catch (error) {
          const code = errorCode(error);
          log.error({ leads: leads.length, code }, 'digest of a flood not sent, will be tried again');
          await retry(() => record(rows, code, isRefused(error)));
          return;
        } finally {
          clearInterval(renewal);
        }
        await retry(() => record(rows, null));
        const isRepeat = rows.some(({ mayBeRepeat }) => mayBeRepeat);
        log.info({ leads: leads.length, ...(isRepeat && { mayBeRepeat: true }) }, 'digest of a flood sent');
      } catch (error) {
        log.error({ error: String(error) }, 'digest of a flood not recorded, will be tried again');
      }
    },
  };
}
