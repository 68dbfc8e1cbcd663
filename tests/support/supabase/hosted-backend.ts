import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { proxy } from 'hono/proxy';
import pg from 'pg';
import { migrateLeads } from '#server/database/migrate.ts';
import { queryKeepingConnection } from '#server/database/query-keeping-connection.ts';
import { createLeadStore } from '#server/leads/lead-store.ts';
import { runAstroBuild } from '#scripts/astro-build.ts';
import { ENQUIRY_KEY_HEADER } from '#lead/enquiry-key.ts';
import { readOrigin } from '#lead/origin.ts';
import { LEAD_COLUMNS } from '#lead/lead.ts';
import { CLEAN_ENVIRONMENT } from '../server/clean-environment.ts';
import { startDenoFunction } from './deno-function.ts';
import { serve } from '../server/listen-on-free-port.ts';
import { startMailServer } from '../mail/mail-server.ts';
import { startThrowawayPostgres } from '../database/throwaway-postgres.ts';

const PROJECT_KEY = 'sb_publishable_of-a-project';

export type HostedBackend = Awaited<ReturnType<typeof startHostedBackend>>;

/** A static host: serves files, but makes no redirects and accepts no forms. */
const staticHost = (root: string) => {
  const rewriteRequestPath = (path: string) =>
    path === '/' ? '/index.html' : path.includes('.') ? path : `${path}.html`;
  return new Hono().get('*', serveStatic({ root, rewriteRequestPath }));
};

/** Builds the site as for a static host: with the Supabase project's URL and publishable key. */
function buildFor(backendUrl: string, siteUrl: string, directory: string): void {
  const { status, stdout, stderr } = runAstroBuild({
    args: ['--outDir', directory],
    stdio: 'pipe',
    variables: {
      ...CLEAN_ENVIRONMENT,
      SITE_URL: siteUrl,
      PUBLIC_SUPABASE_URL: backendUrl,
      PUBLIC_SUPABASE_KEY: PROJECT_KEY,
    },
  });
  if (status !== 0) throw new Error(`The site does not build.\n${stdout}${stderr}`);
}

/**
 * For `tests/e2e/hosted-backend.spec.ts`: builds the site for a Supabase project on another origin, and starts the site
 * and the project without this repository's server. The project is a real PostgreSQL with the migrations, the function
 * `send-email` on a real Deno, and a minimal stand-in for PostgREST that stores leads.
 */
export async function startHostedBackend() {
  const [mailServer, postgres] = await Promise.all([startMailServer(), startThrowawayPostgres()]);
  const dist = join(postgres.folder, 'dist');
  const admin = new pg.Client(postgres.connectionString);
  await admin.connect();
  await migrateLeads(admin);
  const asAnon = new pg.Pool({ connectionString: postgres.connectionString, options: '-c role=anon' });
  const leads = createLeadStore(queryKeepingConnection(asAnon));

  const site = await serve(staticHost(dist).fetch);
  const send = await startDenoFunction({
    SUPABASE_DB_URL: postgres.connectionString,
    SMTP_URL: mailServer.url,
    SITE_URL: site.url,
  });
  const project = new Hono()
    // Supabase's gateway lets pages of every origin call the database's API. A function sets its own CORS headers.
    .use('/rest/*', cors())
    .post('/rest/v1/leads', async (c) => {
      if (c.req.header('apikey') !== PROJECT_KEY) return c.json({ message: 'Invalid API key' }, 401);
      const outcome = await leads.insert({
        row: await c.req.json(),
        submissionId: c.req.header('x-submission-id'),
        suspectReasons: [],
        origin: c.req.header('x-lead-origin') ?? '',
        keyHash: c.req.header(ENQUIRY_KEY_HEADER),
        clientIp: undefined,
      });
      return c.body(null, outcome.ok ? 201 : 400);
    })
    .all('/functions/v1/send-email', (c) => proxy(`${send.url}/send-email`, c.req));
  const backend = await serve(project.fetch);
  buildFor(backend.url, site.url, dist);

  return {
    siteUrl: site.url,
    /** The built pages. */
    siteDirectory: dist,
    backendUrl: backend.url,
    mailServer,
    /** The stored leads with the pages that they came from, oldest first, without id and time. */
    async readLeads() {
      const { rows } = await admin.query<Record<string, string | null> & { origin: string | null }>(
        `select ${LEAD_COLUMNS.join(', ')}, origin
         from public.leads left join private.notifications on lead_id = id order by created_at`,
      );
      return rows.map(({ origin, ...lead }) => ({ ...lead, page: readOrigin(origin)?.page ?? null }));
    },
    async close() {
      await Promise.all([site.close(), backend.close(), send.close()]);
      await Promise.all([admin.end(), asAnon.end(), mailServer.close()]);
      await postgres.close();
    },
  };
}
