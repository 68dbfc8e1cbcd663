import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import proxyAddr from 'proxy-addr';
import * as z from 'zod';

export type RateLimit = { count: number; seconds: number };

const emptyIsUnset = (value: unknown) => (value === '' ? undefined : value);
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(emptyIsUnset, schema.optional());
/** A limit that can also be `off`. */
const limitUpTo = (max: number) =>
  optional(z.union([z.literal('off'), z.coerce.number().int().min(1).max(max)]));
const withDefault = <Schema extends z.ZodType>(schema: Schema, value: z.input<Schema>) =>
  z.preprocess((given) => emptyIsUnset(given) ?? value, schema);

/** `off`, or limits such as `3/10s,10/10m`: at most 3 in 10 seconds and 10 in 10 minutes. */
const rateLimits = z.union([
  z.literal('off').transform((): RateLimit[] => []),
  z
    .string()
    .regex(
      /^[1-9]\d{0,5}\/[1-9]\d{0,2}[sm](, *[1-9]\d{0,5}\/[1-9]\d{0,2}[sm])*$/,
      'Write "off", or like "3/10s,10/10m"',
    )
    .transform((text) =>
      text.split(',').map((part): RateLimit => {
        const [, count, length, unit] = /(\d+)\/(\d+)([sm])/.exec(part) ?? [];
        return { count: Number(count), seconds: Number(length) * (unit === 'm' ? 60 : 1) };
      }),
    ),
]);

function isUsableProxyList(list: readonly string[]): boolean {
  try {
    proxyAddr.compile([...list]);
    // A range of all IP addresses would trust everybody.
    return !list.some((range) => range.endsWith('/0'));
  } catch {
    return false;
  }
}

const proxyList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(isUsableProxyList, 'Write IP addresses and ranges like "127.0.0.1,10.0.0.0/8"');

export const LOOPBACK = ['localhost', '127.0.0.1', '[::1]', '::1'];

const isLoopback = (url: string) => LOOPBACK.includes(URL.parse(url)?.hostname ?? '');

export const environmentSchema = z.object({
  PORT: withDefault(z.coerce.number().int().min(0).max(65_535), 4321),
  /** The IP address to listen on. Unset: all of the machine's. */
  HOST: optional(z.string()),
  /** The site's public URL. If it is https, browsers are told to use only https. Unset: localhost with PORT. */
  SITE_URL: optional(z.url({ protocol: /^https?$/ })),
  /** Called after each publication at the desk, so that a static host builds its copy of the site anew. */
  PUBLISH_HOOK: optional(z.url({ protocol: /^https?$/ })),
  /** The folder for the keys, the embedded database and, without SMTP_URL, the mails. */
  DATA_DIR: withDefault(
    z.string().transform((path) => resolve(path)),
    '.data',
  ),
  /** A PostgreSQL 15 or newer to use instead of the embedded one. */
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  /** The port of the desk (the staff's app), or `off`. Unset: PORT + 1 if SITE_URL is localhost, otherwise off. */
  DESK_PORT: optional(z.union([z.literal('off'), z.coerce.number().int().min(0).max(65_535)])),
  DESK_HOST: withDefault(z.string(), '127.0.0.1'),
  /** The desk's public URL. Unset: a trial desk, which only this machine can reach. */
  DESK_URL: optional(
    z
      .url({ protocol: /^https?$/ })
      .refine((url) => url.startsWith('https:') || isLoopback(url), 'Passkeys need https, or localhost')
      .refine(
        (url) => URL.parse(url)?.pathname === '/',
        'The desk needs a separate host name, without a path',
      ),
  ),
  /** The mail server. Unset: mails are written to DATA_DIR/outbox. */
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  /** The mailbox into which sellers' answers come, such as `imaps://user:password@host/INBOX`. Unset: none is read. */
  IMAP_URL: optional(z.url({ protocol: /^imaps?$/ })),
  /** For a mailbox that no password opens: where access tokens are given. Unset: IMAP_URL has a password. */
  IMAP_OAUTH_TOKEN_URL: optional(
    z.url().refine((url) => url.startsWith('https:') || isLoopback(url), 'A token server needs https'),
  ),
  IMAP_OAUTH_CLIENT_ID: optional(z.string()),
  IMAP_OAUTH_CLIENT_SECRET: optional(z.string()),
  /** Unset: the client credentials are enough. */
  IMAP_OAUTH_REFRESH_TOKEN: optional(z.string()),
  IMAP_OAUTH_SCOPE: optional(z.string()),
  /** The name with which that mail server begins the header `Authentication-Results`. Unset: no sender counts as proven. */
  IMAP_AUTHSERV_ID: optional(z.string()),
  /**
   * The address to which sellers answer, which must be that of the mailbox. Unset: the firm's public address. With a `+`
   * before the `@`, each lead has an address of its own.
   */
  REPLY_TO: optional(z.string().regex(/^[^@\s+]+\+?@[^@\s]+$/, 'Write an address like "answers+@firm.scot"')),
  /** The firm's inbox. */
  MAIL_TO: withDefault(z.string(), 'leads@gable-and-wynd.example'),
  MAIL_FROM: withDefault(z.string(), 'Website <website@gable-and-wynd.example>'),
  /** The publishable key in the pages, if it is not the one in DATA_DIR. */
  PUBLIC_SUPABASE_KEY: optional(z.string()),
  /** How many days leads, leads that look automated, and attempts to send a mail are kept; 0 keeps them for ever. */
  RETENTION_LEAD_DAYS: withDefault(z.coerce.number().int().min(0).max(36_500), 365),
  RETENTION_SUSPECT_DAYS: withDefault(z.coerce.number().int().min(0).max(36_500), 30),
  RETENTION_DELIVERY_DAYS: withDefault(z.coerce.number().int().min(0).max(36_500), 30),
  /** The folder for a backup each day. Unset: no backups. */
  BACKUP_DIR: optional(z.string().transform((path) => resolve(path))),
  /** How many of these backups are kept. */
  BACKUP_KEEP: withDefault(z.coerce.number().int().min(1).max(10_000), 14),
  /** A file with the versions of this product, which is read once a day. Unset: nobody asks whether there is a newer one. */
  UPDATES_URL: optional(
    z
      .url({ protocol: /^https?$/ })
      .refine((url) => url.startsWith('https:') || isLoopback(url), 'The list of versions needs https'),
  ),
  /** How much the pictures and documents of all leads may take up in the database, in gigabytes. */
  PAPERS_MAX_GB: withDefault(z.coerce.number().positive(), 50),
  /** The port for Prometheus's `/metrics`. Unset: no metrics. */
  METRICS_PORT: optional(z.coerce.number().int().min(0).max(65_535)),
  /** The IP address that `/metrics` listens on. Prometheus in another container cannot reach the default. */
  METRICS_HOST: withDefault(z.string(), '127.0.0.1'),
  /** The proxies whose `X-Forwarded-For` header is trusted; none by default. */
  TRUST_PROXY: z.preprocess(emptyIsUnset, proxyList.default([])),
  /** How many leads one IP address may send. */
  LEADS_PER_ADDRESS: withDefault(rateLimits, '3/10s,10/10m'),
  /**
   * How many calls of send-email (the function that mails a stored lead to the firm) one IP address may make. Also, how
   * many forms it may submit without JavaScript.
   */
  CALLS_PER_ADDRESS: withDefault(rateLimits, '6/10s,20/10m'),
  /** More leads than this in a minute are marked as a flood. Unset: the limit in the database (default: 300). */
  LEADS_PER_MINUTE: limitUpTo(1_000_000),
  /** In a flood, leads beyond this number in a day are refused. Unset: the limit in the database (default: 20,000). */
  LEADS_PER_DAY: limitUpTo(100_000_000),
  /** How many calls of the seller's page without a right link one IP address may make in a minute. Unset: 60. */
  PAGE_CALLS_PER_MINUTE: limitUpTo(1_000),
  /** Whether a seller gets a mail that confirms their enquiry. Unset: the setting in the database (default: on). */
  CONFIRM_ENQUIRIES: optional(z.enum(['on', 'off'])),
  /**
   * Builds and starts a public site although `npm run launch-check` lists problems that block a launch, for a rehearsal
   * that no customer sees.
   */
  LAUNCH_REHEARSAL: optional(z.literal('yes')),
  LOG_LEVEL: withDefault(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
});

export type Environment = z.infer<typeof environmentSchema> & { SITE_URL: string };

/** Whether there is no mail server: mails are files in DATA_DIR/outbox, and answers to them files in DATA_DIR/inbox. */
export const isTrialOfMails = ({ IMAP_URL, SMTP_URL }: Pick<Environment, 'IMAP_URL' | 'SMTP_URL'>) =>
  IMAP_URL === undefined && SMTP_URL === undefined;

/**
 * The port of the desk; undefined if it is off.
 *
 * @throws {Error} when a desk without DESK_URL, which needs no passkey, could be reached from other machines
 */
export function deskPortOf({
  DESK_PORT,
  DESK_HOST,
  DESK_URL,
  PORT,
  SITE_URL,
}: Pick<Environment, 'DESK_PORT' | 'DESK_HOST' | 'DESK_URL' | 'PORT' | 'SITE_URL'>): number | undefined {
  const byDefault = isLoopback(SITE_URL) ? PORT && PORT + 1 : undefined;
  const port = DESK_PORT === 'off' ? undefined : (DESK_PORT ?? byDefault);
  if (port !== undefined && !DESK_URL && !(isLoopback(SITE_URL) && LOOPBACK.includes(DESK_HOST))) {
    throw new Error(
      'Set DESK_URL, the desk’s public URL, or DESK_PORT=off. Without DESK_URL the desk is a trial, which only this machine may reach (npm run setup asks for the URL).',
    );
  }
  return port;
}

/** @throws {Error} with each variable that has an invalid value, and what is wrong with it */
export function parseEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const parsed = environmentSchema.safeParse(variables);
  if (parsed.success) {
    const { SITE_URL = `http://localhost:${parsed.data.PORT}` } = parsed.data;
    return { ...parsed.data, SITE_URL };
  }
  throw new Error(
    `The environment cannot be used (.env.example explains every variable).\n${z.prettifyError(parsed.error)}`,
  );
}

export function readEnvFile(): string | undefined {
  try {
    return existsSync('.env') ? readFileSync('.env', 'utf8') : undefined;
  } catch (cause) {
    const message = '.env cannot be read. Run this as root, or as the owner of the file (ls -l .env).';
    throw new Error(message, { cause });
  }
}

/** Whether a site's URL is one that everybody can open: no example, and not this machine. */
export const isPublicUrl = (url: string) =>
  url !== '' && !/\.example\b/.test(url) && !/localhost|127\.0\.0\.1|\[::1\]/.test(url);

/** Whether everybody can see the site, so that examples must not be on it; not in a rehearsal (LAUNCH_REHEARSAL). */
export const isPublicSite = ({ SITE_URL }: Pick<Environment, 'SITE_URL'>) =>
  isPublicUrl(SITE_URL) && process.env.LAUNCH_REHEARSAL !== 'yes';

/** The variables that the pages are built with. An empty one counts as unset. */
export function pageVariables(): Record<string, string> {
  const given = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      /^(?:PUBLIC_|RETENTION_|SITE_URL$)/.test(entry[0]) && Boolean(entry[1]),
  );
  return Object.fromEntries(given);
}

/** What a program needs of the environment to run, without our settings and secrets. */
export function programVariables(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR };
}

/** The environment of this process. Variables that it does not set come from the file `.env`, if there is one. */
export function loadEnvironment(): Environment {
  if (readEnvFile() !== undefined) process.loadEnvFile('.env');
  return parseEnvironment(process.env);
}
