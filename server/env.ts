import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';

const emptyIsUnset = (value: unknown) => (value === '' ? undefined : value);
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(emptyIsUnset, schema.optional());
const withDefault = <Schema extends z.ZodType>(schema: Schema, value: z.input<Schema>) =>
  z.preprocess((given) => emptyIsUnset(given) ?? value, schema);

export const environmentSchema = z.object({
  /** Where the site is served. */
  PORT: withDefault(z.coerce.number().int().min(0).max(65_535), 4321),
  /** The address to listen on; every one by default. */
  HOST: optional(z.string()),
  /** The site's public address: where it is https, browsers are told to stay with https. */
  SITE_URL: withDefault(z.url({ protocol: /^https?$/ }), 'http://localhost:4321'),
  /** Keys, the embedded database and, without SMTP_URL, the mails. */
  DATA_DIR: withDefault(
    z.string().transform((path) => resolve(path)),
    '.data',
  ),
  /** A PostgreSQL 15 or newer to use instead of the embedded one. */
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  /** Without it, mails are written to DATA_DIR/outbox. */
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  /** The firm's inbox. */
  MAIL_TO: withDefault(z.string(), 'leads@gable-and-wynd.example'),
  MAIL_FROM: withDefault(z.string(), 'Website <website@gable-and-wynd.example>'),
  /** The public key that the pages carry, where the site was built with another than this data's own. */
  PUBLIC_SUPABASE_KEY: optional(z.string()),
  /** Days for which leads are kept, suspect ones, and the tries to send a mail; 0 is for ever. */
  RETENTION_LEAD_DAYS: withDefault(z.coerce.number().int().min(0).max(36_500), 365),
  RETENTION_SUSPECT_DAYS: withDefault(z.coerce.number().int().min(0).max(36_500), 30),
  RETENTION_DELIVERY_DAYS: withDefault(z.coerce.number().int().min(0).max(36_500), 30),
  /** Where Prometheus reads the metrics; nowhere by default. */
  METRICS_PORT: optional(z.coerce.number().int().min(0).max(65_535)),
  /** Prometheus in another container cannot reach the default. */
  METRICS_HOST: withDefault(z.string(), '127.0.0.1'),
  LOG_LEVEL: withDefault(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
});

export type Environment = z.infer<typeof environmentSchema>;

/** @throws {Error} naming each variable that has an unusable value, and what is wrong with it */
export function parseEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const parsed = environmentSchema.safeParse(variables);
  if (parsed.success) return parsed.data;
  throw new Error(
    `The environment cannot be used (.env.example explains every variable).\n${z.prettifyError(parsed.error)}`,
  );
}

/** The environment of this process; what it does not set is taken from the file `.env`, if there is one. */
export function loadEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return parseEnvironment(process.env);
}
