import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createInstallation } from '../support/server/installation.ts';
import { rawRequest } from '../support/server/raw-request.ts';
import { SELLER_CALL_NAMES } from '../support/seller/seller-calls.ts';

const SITE = join(import.meta.dirname, '../../dist');
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** All routes with their methods. In addition, each page accepts its own form. */
const ROUTES: Record<string, string[]> = {
  '/healthz': ['GET', 'HEAD'],
  '/readyz': ['GET', 'HEAD'],
  '/rest/v1/leads': ['POST'],
  '/functions/v1/send-email': ['POST'],
  ...Object.fromEntries(SELLER_CALL_NAMES.map((name) => [`/enquiry/${name}`, ['POST']])),
};

/** Paths that other products have or attackers probe. */
const ELSEWHERE = `
  /rest/v1/ /rest/v1/leads/ /rest/v1/leads/1 /rest/v1/leads;x /rest/v1/leads.json /rest/v1/leads%00 /rest/v1//leads
  //rest/v1/leads /REST/v1/leads /functions/v1/send-email/ /rest/v1/notifications /rest/v1/delivery_attempts /rest/v1/secrets
  /enquiry /enquiry/ /enquiry/enquiry/ /enquiry/enquiry/1 /enquiry/desk /ENQUIRY/enquiry /rest/v1/rpc/enquiry
  /rest/v1/schema_migrations /rest/v1/rpc/version /rest/v1/rpc/record_lead
  /leads /rest/leads /rest/v2/leads /graphql/v1 /pg/tables /pg-meta/default/query
  /auth/v1/signup /auth/v1/token?grant_type=password /auth/v1/user /auth/v1/admin/users /auth/v1/settings
  /auth/v1/otp /auth/v1/verify /auth/v1/logout /auth/v1/authorize /auth/v1/callback
  /auth/v1/.well-known/jwks.json /auth/v1/passkeys/authentication/options /auth/v1/factors /rest/v1/rpc/me
  /config.json /assets/index.js
  /storage/v1/bucket /storage/v1/object/public/x /realtime/v1/websocket /realtime/v1/api/broadcast
  /functions/v1/ /functions/v1/other /functions/v1/send-email/x /functions/v1/_shared
  /admin /admin/ /login /dashboard /console /metrics /debug /debug/pprof /status /health /actuator/env
  /server-status /json/version
  /wp-login.php /xmlrpc.php /phpmyadmin/ /cgi-bin/sh /index.php /api /api/v1/leads /graphql /swagger.json
  /openapi.json
  /.env /.env.example /.git/HEAD /.git/config /.data/keys.json /.data/postgres/PG_VERSION /.npmrc
  /.ssh/id_rsa /.htaccess /.DS_Store /.well-known/security.txt
  /package.json /package-lock.json /node_modules/pg/package.json /server/main.ts /server/env.ts
  /supabase/config.toml /supabase/migrations /src/site.ts /dist/index.html /docs/reliability.md /Dockerfile
  /compose.yaml /backup.sql /dump.sql /leads.csv
  /@vite/client /@fs/etc/passwd /@id/x /_image?href=/etc/passwd /_actions/x /_server-islands/x
`
  .trim()
  .split(/\s+/);

const installation = await createInstallation();
const server = await installation.start();
afterAll(() => installation.close());

/** The paths of the built files, with their extensions. */
const FILES = readdirSync(SITE, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(SITE.length));

const REFUSED = [400, 404, 405];

async function findUnexpectedRoutes(
  paths: string[],
  isAllowed: (path: string, method: string) => boolean,
): Promise<string[]> {
  const unexpected: string[] = [];
  for (const path of paths) {
    for (const method of METHODS) {
      if (isAllowed(path, method)) continue;
      const { status } = await rawRequest(server.url, path, method);
      if (!REFUSED.includes(status)) unexpected.push(`${method} ${path}: ${status}`);
    }
  }
  return unexpected;
}

test('each route accepts its methods and no other', async () => {
  const unexpected = await findUnexpectedRoutes(
    Object.keys(ROUTES),
    (path, method) => ROUTES[path]?.includes(method) === true,
  );
  expect(unexpected).toEqual([]);
});

test('paths that other products have or attackers probe do not exist', async () => {
  expect(await findUnexpectedRoutes(ELSEWHERE, () => false)).toEqual([]);
});

test('files accept only GET and HEAD, and pages also a posted form', async () => {
  const paths = FILES.map((file) => file.replace(/\/index\.html$/, '/').replace(/\.html$/, ''));
  // POST is checked below: a page responds with 415 to a post that is not a form, and other files with 404.
  const unexpected = await findUnexpectedRoutes(paths, (_path, method) =>
    ['GET', 'HEAD', 'POST'].includes(method),
  );
  expect(unexpected).toEqual([]);
  const posts = await Promise.all(paths.map((path) => rawRequest(server.url, path, 'POST')));
  expect(new Set(posts.map(({ status }) => status))).toEqual(new Set([404, 415]));
});
