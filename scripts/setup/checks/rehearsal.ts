import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { pino } from 'pino';
import { SUBMISSION_ID_HEADER, type ChatLead } from '#lead/lead.ts';
import { workAsOwner } from '#server/database/work-as-owner.ts';
import type { Environment } from '#server/env.ts';
import { openKeys } from '#server/keys.ts';
import { deleteRehearsal, rehearsalId } from '#server/operations/rehearsal.ts';
import { messageOf } from '../../error-text.ts';
import type { CheckContext, Finding } from './check-context.ts';
import { request } from './http.ts';

/**
 * The lead that the check sends. Its name and message say what it is, in the inbox and in the desk. Its number is from
 * the range that Ofcom reserves for drama.
 */
const LEAD: ChatLead = {
  name: 'Website check (nothing to do)',
  phone: '0131 496 0000',
  message:
    'The website checks whether enquiries and their emails arrive. It deletes this one again by itself.',
  source: 'chat_widget',
};

const MAIL_LIMIT_MS = 60_000;
const POLL_MS = 250;

const LOG = 'journalctl -u house-buyer-site -n 50';

type Mail = { sent: boolean; errorCode: string | null };

/** Waits until the mail server has accepted the mail. @returns undefined if there is no such lead in this database */
async function waitForMail(owner: ClientBase, id: string): Promise<Mail | undefined> {
  const deadline = performance.now() + MAIL_LIMIT_MS;
  for (;;) {
    const { rows } = await owner.query<Mail>(
      `select
         sent_at is not null as sent,
         (
           select error_code from private.delivery_attempts as attempts
           where attempts.lead_id = notifications.lead_id order by id desc limit 1
         ) as "errorCode"
       from private.notifications where submission_id = $1`,
      [id],
    );
    const [mail] = rows;
    if (!mail || mail.sent || mail.errorCode !== null || performance.now() > deadline) return mail;
    await delay(POLL_MS);
  }
}

function describeMail(mail: Mail, { SMTP_URL, MAIL_TO }: Environment): Finding {
  if (!mail.sent) {
    return {
      what: `The email about the form was not sent (${mail.errorCode ?? 'no attempt has ended yet'}).`,
      mend: `Check SMTP_URL, MAIL_FROM and MAIL_TO in .env: npm run setup sends an email with them. Then: ${LOG}`,
    };
  }
  if (SMTP_URL === undefined) {
    return {
      what: 'The email about the form was written to a folder, because there is no mail server.',
      mend: 'Set SMTP_URL in .env: npm run setup asks for it. Then restart the server.',
    };
  }
  return {
    what: `Its email was accepted by ${new URL(SMTP_URL).hostname} for ${MAIL_TO}. Only that inbox can tell whether it arrived.`,
  };
}

const REFUSED: Record<number, string> = {
  401: 'The pages have another key than the server: npm run build, and restart the server.',
  429: 'Too many forms came from this address: run this again in ten minutes.',
};

async function rehearse(context: CheckContext, owner: ClientBase): Promise<Finding[]> {
  const { env, site } = context;
  const id = await rehearsalId(owner);
  const { status } = await request(context, new URL('/rest/v1/leads', site), {
    method: 'POST',
    headers: {
      apikey: env.PUBLIC_SUPABASE_KEY ?? openKeys(env.DATA_DIR).publishableKey,
      'content-type': 'application/json',
      [SUBMISSION_ID_HEADER]: id,
    },
    body: JSON.stringify(LEAD),
  });
  if (status !== 201) {
    return [{ what: `A form was refused (${status}).`, mend: REFUSED[status] ?? LOG }];
  }
  const mail = await waitForMail(owner, id);
  if (!mail) {
    return [
      {
        what: 'A form was accepted, but it is not in the database of this machine.',
        mend: `${site.host} leads to another server: correct its DNS records, or DATABASE_URL in .env.`,
      },
    ];
  }
  return [{ what: 'A form was sent like a visitor’s, and stored.' }, describeMail(mail, env)];
}

/**
 * Sends a form as a visitor does, waits for its mail, and deletes both. If the process is killed before that, the
 * server deletes them some minutes later, or the next check deletes them at once.
 */
export async function checkRehearsal(context: CheckContext): Promise<Finding[]> {
  const { env, site } = context;
  // Stops here without a running server, because the check would have to start the database.
  const isUp = await request(context, new URL('/healthz', site)).then(
    ({ status }) => status === 200,
    () => false,
  );
  if (!isUp) return [{ what: 'No form was sent, because the site does not answer.', mend: LOG }];
  const outbox = join(env.DATA_DIR, 'outbox');
  return workAsOwner(env, pino({ level: 'silent' }), async (owner) => {
    await deleteRehearsal(owner, outbox);
    const findings = await rehearse(context, owner).catch((error: unknown): Finding[] => [
      { what: `A form could not be sent (${messageOf(error)}).`, mend: LOG },
    ]);
    const deleted = await deleteRehearsal(owner, outbox).then(
      (): Finding => ({ what: 'Nothing is left of the form.' }),
      (error: unknown): Finding => ({
        what: `The form is not deleted yet (${messageOf(error)}).`,
        mend: 'The server deletes it within a quarter of an hour. Or run this again.',
      }),
    );
    return [...findings, deleted];
  });
}
