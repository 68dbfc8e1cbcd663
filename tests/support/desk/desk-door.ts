import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import type pg from 'pg';
import { connect, withConnection } from '#server/database/connect.ts';
import type { Database } from '#server/database/open-database.ts';
import { TEXT_TYPES } from '#server/database/text-types.ts';
import { describeEnvironment } from '#server/desk/settings.ts';
import { createSessionCookie } from '#server/desk/sign-in/cookie.ts';
import { createMemberCheck } from '#server/desk/sign-in/require-member.ts';
import { workRoutes } from '#server/desk/work-routes.ts';
import { parseEnvironment } from '#server/env.ts';
import { openPublishing } from '#server/publishing/publishing.ts';
import { answerRefused } from '#server/http/answer-refused.ts';
import { TEST_PUSH_SERVICE } from './test-push-service.ts';
import { openPool } from '../server/app-with-database.ts';
import { createMemoryLog } from '../server/log.ts';
import { PUBLISHABLE_KEY } from '../server/publishable-key.ts';
import { openRoom } from '#server/papers/room.ts';

/** A refusal by a route, with the fields of the database's errors. */
export class RouteRefusal extends Error {
  readonly code: string;
  readonly hint: string;
  readonly detail: string | undefined;

  constructor(status: number, body: { hint: string; message: string; detail?: unknown }) {
    super(body.message);
    this.code = `PT${status}`;
    this.hint = body.hint;
    this.detail = body.detail === undefined ? undefined : JSON.stringify(body.detail);
  }
}

/** The key that signs the tokens of sessions. */
export const DESK_SECRET = 'a secret for the tests alone';
const cookie = createSessionCookie('http://localhost', DESK_SECRET);

/** Makes the token of a session. */
export const { createToken } = cookie;

export const openRoutesPool = (url: string, role: 'desk' | 'seller', max = 20) =>
  openPool({ url }, role, max, { types: TEXT_TYPES, pipeline: true });

/** Works on a test database as the owner of its tables. */
export const ownerOf =
  (url: string): Database['asOwner'] =>
  (work) =>
    withConnection(() => connect(url, { timeoutMs: 10_000 }), work);

/** Publishes the site. The folder exists only if a site is built. */
export const openTestPublishing = (pool: pg.Pool, asOwner: Database['asOwner']) =>
  openPublishing({
    folder: join(tmpdir(), `site-${randomUUID()}`),
    publishableKey: PUBLISHABLE_KEY,
    isPublic: false,
    hook: undefined,
    pool,
    asOwner,
    log: createMemoryLog().log,
  });

/** Opens the routes on a database, for people who are signed in with a token. */
export function openDeskRoutes(url: string, max?: number) {
  const pool = openRoutesPool(url, 'desk', max);
  const auth = openPool({ url }, 'desk_auth', 1);
  const requireMember = createMemberCheck(auth, cookie);
  const erased: string[] = [];
  const app = new Hono().route(
    '/api',
    workRoutes({
      pool,
      asOwner: ownerOf(url),
      requireMember,
      readRoom: openRoom({ folders: [], mostBytes: Infinity }),
      newerVersions: { list: () => [] },
      serverSettings: describeEnvironment(parseEnvironment({})),
      onErased: (leadIds) => {
        erased.push(...leadIds);
        return Promise.resolve();
      },
      push: { service: TEST_PUSH_SERVICE, deskUrl: 'http://localhost' },
      publishing: openTestPublishing(pool, ownerOf(url)),
    }),
  );
  app.onError((error, c) => {
    const refused = answerRefused(c, error);
    if (refused) return refused;
    console.error(error);
    return c.json({ hint: '', message: error.message }, 500);
  });
  return {
    pool,
    /** The ids that the routes have given to `onErased`. */
    erased,
    names: [...new Set(app.routes.map(({ path }) => path.slice('/api/'.length)))].sort(),
    async call(token: string | undefined, name: string, given: Record<string, unknown>): Promise<unknown> {
      const response = await app.request(`/api/${name}`, {
        method: 'POST',
        headers: token === undefined ? {} : { cookie: `desk=${token}` },
        body: JSON.stringify(given),
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text) as unknown;
      const body = (text.startsWith('{') ? JSON.parse(text) : { hint: '', message: text }) as {
        hint: string;
        message: string;
      };
      throw new RouteRefusal(response.status, body);
    },
    async close() {
      await Promise.all([pool.end(), auth.end()]);
    },
  };
}
