/**
 * The function on Supabase's Edge Runtime (Deno). `supabase secrets set` gives SMTP_URL, MAIL_TO, MAIL_FROM
 * and SITE_URL, whose pages may call it; SUPABASE_DB_URL is always there.
 *
 * @see https://supabase.com/docs/guides/functions/secrets
 */
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { Pool } from 'pg';
import { SUBMISSION_ID_HEADER } from '../_shared/lead/lead.ts';
import { createDelivery } from './delivery.ts';
import { createHandler } from './handler.ts';
import { createNotifications } from './notifications.ts';
import { createSmtpMailer } from './smtp.ts';

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Response | Promise<Response>): void;
};
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void };

function secret(name: string): string {
  const value = Deno.env.get(name);
  if (!value) throw new Error(`${name} is not set: send-email cannot work without it.`);
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
  options: '-c role=mailer -c statement_timeout=8000',
  max: 2,
});
pool.on('error', (error) => {
  log.error({ error: error.message }, 'database connection lost');
});

const delivery = createDelivery({
  notifications: createNotifications(pool),
  sendMail: createSmtpMailer(secret('SMTP_URL')),
  addresses: { to: secret('MAIL_TO'), from: secret('MAIL_FROM') },
  log,
});

const handle = createHandler({
  delivery,
  log,
  waitUntil: (work) => {
    EdgeRuntime.waitUntil(work);
  },
});

const app = new Hono();
app.use(
  cors({
    origin: new URL(secret('SITE_URL')).origin,
    allowMethods: ['POST'],
    allowHeaders: ['authorization', 'apikey', 'content-type', 'x-client-info', SUBMISSION_ID_HEADER],
  }),
);
app.all('*', (c) => handle(c.req.raw));

Deno.serve((request) => app.fetch(request));
