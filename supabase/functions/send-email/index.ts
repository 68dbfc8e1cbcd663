/**
 * The function's entry point on Supabase's Edge Runtime or plain Deno. Set SMTP_URL, MAIL_TO, MAIL_FROM,
 * SITE_URL (the site that may call it) and, if the firm uses the desk (the staff's app), DESK_URL (for the links in mails)
 * with `supabase secrets set`; Supabase itself sets SUPABASE_DB_URL. It sends the mails to the firm about leads. Those of the
 * desk and the seller's page are sent by our server.
 *
 * @see https://supabase.com/docs/guides/functions/secrets
 */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { Pool } from 'pg';
import { replyDeadline } from '../_shared/calendar/reply-deadline.ts';
import { SELECT_CALENDAR, toCalendar, type StoredCalendar } from '../_shared/calendar/stored-calendar.ts';
import { SUBMISSION_ID_HEADER } from '../_shared/lead/lead.ts';
import { MAX_BODY_BYTES } from '../_shared/lead/lead-request.ts';
import { asMailer } from './as-mailer.ts';
import { createDelivery } from './delivery.ts';
import { createDigest } from './digest.ts';
import { createDrain, DRAIN_HEADER, SEND_LIMIT_ON_SUPABASE_MS } from './drain.ts';
import { createHandler, refuseLargeBody } from './handler.ts';
import { createNotifications, type StoredLead } from './notifications.ts';
import { createSmtpMailer } from './smtp.ts';

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Response | Promise<Response>): void;
};
/** Exists only on Supabase, which may stop the function after a response. Plain Deno keeps running. */
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;

function secret(name: string): string {
  const value = Deno.env.get(name);
  if (!value) throw new Error(`${name} is not set: send-email cannot work without it.`);
  return value;
}

/** Checks the URL at start-up, because nobody would notice a misspelt one before opening a mail. */
function readDeskUrl(): string | undefined {
  const value = Deno.env.get('DESK_URL');
  if (!value) return undefined;
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? '')) {
    throw new Error('DESK_URL is not an address such as https://desk.firm.example.');
  }
  return value;
}

const log = {
  info: (fields: Record<string, unknown>, event: string) => {
    console.log(JSON.stringify({ event, ...fields }));
  },
  error: (fields: Record<string, unknown>, event: string) => {
    console.error(JSON.stringify({ event, ...fields }));
  },
};

const pool = new Pool({
  connectionString: secret('SUPABASE_DB_URL'),
  max: 2,
  connectionTimeoutMillis: 5_000,
  query_timeout: 9_000,
});
pool.on('error', (error) => {
  log.error({ error: error.message }, 'database connection lost');
});
// Without a listener, an error on a connection in use would end the process.
pool.on('connect', (client) => {
  client.on('error', () => undefined);
});
const database = asMailer(pool);

const addresses = { to: secret('MAIL_TO'), from: secret('MAIL_FROM'), deskUrl: readDeskUrl() };
const mail = {
  sendMail: createSmtpMailer(secret('SMTP_URL')),
  addresses,
  log,
  sendLimitMs: SEND_LIMIT_ON_SUPABASE_MS,
};

/** If our server works with this database too, it has stored the firm's opening hours. */
async function promisedBy({ created_at }: StoredLead): Promise<Date | null> {
  const { rows: found } = await database.query(
    `select to_regclass('desk.opening_hours') is not null as has_hours`,
    [],
  );
  if (found[0]?.has_hours !== true) return null;
  const { rows } = await database.query(SELECT_CALENDAR.text, []);
  return rows[0] ? replyDeadline(created_at, toCalendar(rows[0] as StoredCalendar)) : null;
}

const delivery = createDelivery({ notifications: createNotifications(database), promisedBy, ...mail });
const digest = createDigest({ database, ...mail });

function waitUntil(work: Promise<unknown>): void {
  if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(work);
}

async function readSecret(): Promise<string> {
  const { rows } = await database.query(`select value from private.secrets where name = 'drain'`, []);
  if (typeof rows[0]?.value !== 'string') throw new Error('private.secrets has no row "drain".');
  return rows[0].value;
}

const handle = createHandler({ delivery, log, waitUntil });
const drain = createDrain({
  delivery,
  sendDigest: digest.sendDue,
  readSecret,
  log,
  waitUntil,
});

const app = new Hono();
app.use(
  cors({
    origin: new URL(secret('SITE_URL')).origin,
    allowMethods: ['POST'],
    allowHeaders: ['authorization', 'apikey', 'content-type', 'x-client-info', SUBMISSION_ID_HEADER],
  }),
);
app.use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError: refuseLargeBody }));
app.all('*', (c) => (c.req.header(DRAIN_HEADER) === undefined ? handle : drain)(c.req.raw));

Deno.serve((request) => app.fetch(request));
