/** The queue of mails to staff: links to the desk, alerts, and the figures of the week. */
import type pg from 'pg';
import type { Logger } from 'pino';
import * as z from 'zod';
import {
  CLOSE_GRACE_MS,
  errorCode,
  retry,
  type SendMail,
} from '../../supabase/functions/send-email/delivery.ts';
import { retryDelaySeconds } from '../../supabase/functions/send-email/notifications.ts';
import { adoptNew } from '../cases/adopt.ts';
import { readWeek } from '../cases/funnel.ts';
import { FAULTS, STAFF_MAILS } from '../database/codes.ts';
import type { Database } from '../database/open-database.ts';
import { execute, firstRowOf, sql, type Sql } from '../database/statement.ts';
import { transact } from '../database/transact.ts';
import { MENDS } from '../faults.ts';
import { code } from '../http/json.ts';
import { startSender } from '../mail/sender.ts';
import { composeStaffMail } from './sign-in-mails.ts';
import { createLinkToken, linkOf } from './sign-in/links.ts';
import type { DeskDetails } from './desk-details.ts';

const LEASE_SECONDS = 15 * 60;
/** Shorter than the lease, so that no other server sends the mail at the same time. Decision 20 says why it is so long. */
const SEND_LIMIT_MS = 14 * 60_000;
const LONGEST_RETRY_SECONDS = 600;

const claimSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  kind: code(STAFF_MAILS, 'There is no such mail.'),
  day: z.string().nullable(),
  tries: z.int(),
});
type Claim = z.infer<typeof claimSchema>;

const claimNext = (pool: pg.Pool) =>
  firstRowOf(
    pool,
    claimSchema,
    sql`
      with due as (
        select id from desk.staff_mails
        where sent_at is null and cancelled_at is null and next_attempt_at <= now()
          and made_at > now() - interval '1 day'
        order by id limit 1
        for update skip locked
      )
      update desk.staff_mails as mails
      set tries = tries + 1, next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
      from due where mails.id = due.id
      returning mails.id::text, user_id, kind, day, tries`,
  );

const recipientSchema = z.object({
  name: z.string(),
  email: z.string(),
  /** Of the fault that the mail is about. */
  since: z.string().nullable(),
  is_mended: z.boolean().nullable(),
});

type Options = {
  /** Connections with the desk's role. */
  pool: pg.Pool;
  /** Makes the links. */
  asOwner: Database['asOwner'];
  sendMail: SendMail;
  from: string;
  deskUrl: string;
  /** Changed in place when the site is published. */
  details: Pick<DeskDetails, 'brand'>;
  log: Logger;
};

const inLondon = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', ...options });
const exactTime = inLondon({ dateStyle: 'full', timeStyle: 'short' });
const longDay = inLondon({ day: 'numeric', month: 'long' });

/** Starts to send the mails to staff. @returns a function that ends it */
export function startStaffMails({ pool, asOwner, sendMail, from, deskUrl, details, log }: Options) {
  const closing = new AbortController();

  async function writeWeekly(day: string): Promise<{ subject: string; paragraphs: string[] }> {
    const { first, last, leads, in_time, late, returned } = await transact(pool, async (db) => {
      await adoptNew(db);
      return readWeek(db, day);
    });
    const days = `${longDay.format(new Date(first))} to ${longDay.format(new Date(last))}`;
    return {
      subject: `The week at ${details.brand}: ${days}`,
      paragraphs: [
        `These are the figures of ${days}.`,
        `New enquiries: ${leads}`,
        `Answered in time: ${in_time}`,
        `Answered late, or still waiting after the promised time: ${late}`,
        `Emails to sellers that came back: ${returned}`,
        `The desk has more: ${deskUrl}/#/funnel`,
        `You have chosen this email at the desk. Turn it off there: ${deskUrl}/#/account`,
      ],
    };
  }

  async function write({ user_id, kind, day }: Claim, to: z.infer<typeof recipientSchema>) {
    if (kind === 'invitation') {
      const link = linkOf(deskUrl, await asOwner((client) => createLinkToken(client, user_id)));
      return {
        subject: `Your link to the desk of ${details.brand}`,
        paragraphs: [
          `${to.name}, this link opens the desk for you. It works once, within 24 hours: ${link}`,
          'It asks you for a passkey (the fingerprint, the face or the PIN of your device) or an authenticator app, with which you sign in from then on.',
          'Do not pass it on: whoever opens it first is taken to be you.',
        ],
      };
    }
    if (kind === 'test') {
      return {
        subject: `A test alert of ${details.brand}`,
        paragraphs: [`You asked for it at the desk. Alerts about the website reach you at ${to.email}.`],
      };
    }
    if (kind === 'weekly') return writeWeekly(day ?? '');
    return {
      subject: `${details.brand}: ${FAULTS[kind]}`,
      paragraphs: [
        `${FAULTS[kind]}. It began on ${exactTime.format(new Date(to.since ?? 0))}.`,
        ...(to.is_mended
          ? ['It has been put right since. We could not send this email earlier.']
          : [
              MENDS[kind],
              `Until it is put right, you get this email once a day, and owners see it at the top of the desk: ${deskUrl}`,
            ]),
      ],
    };
  }

  /** @returns undefined if the person is no longer on the staff, or no owner, who alone gets alerts and figures */
  async function compose(claim: Claim) {
    const { id, user_id, kind } = claim;
    const to = await firstRowOf(
      pool,
      recipientSchema,
      sql`
        select staff.name, email, since, until <= now() as is_mended
        from desk.staff join desk_auth.users on users.id = user_id
        left join desk.faults on faults.kind = ${kind}
        where user_id = ${user_id} and active and (role = 'owner' or ${kind} = 'invitation')`,
    );
    if (!to) return undefined;
    return composeStaffMail({ id: `staff-${id}`, from, to: to.email, deskUrl, ...(await write(claim, to)) });
  }

  const finish = (claim: Claim, change: Sql) =>
    retry(async () => {
      await execute(pool, sql`update desk.staff_mails set ${change} where id = ${claim.id}::bigint`);
    });

  async function send(claim: Claim): Promise<void> {
    const { kind, tries } = claim;
    try {
      const mail = await compose(claim);
      if (mail) await sendMail(mail, AbortSignal.any([closing.signal, AbortSignal.timeout(SEND_LIMIT_MS)]));
      await finish(claim, mail ? sql`sent_at = now()` : sql`cancelled_at = now()`);
    } catch (error) {
      log.error({ kind, code: errorCode(error) }, 'a mail to staff was not sent, will be tried again');
      const seconds = retryDelaySeconds(tries, LONGEST_RETRY_SECONDS);
      await finish(claim, sql`next_attempt_at = now() + make_interval(secs => ${seconds})`).catch(
        () => undefined,
      );
    }
  }

  const sender = startSender({ delivery: { claim: () => claimNext(pool), send }, log });
  return async () => {
    const grace = setTimeout(() => closing.abort(), CLOSE_GRACE_MS);
    await sender.stop();
    clearTimeout(grace);
  };
}
