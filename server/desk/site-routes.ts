import { Hono, type Context } from 'hono';
import type { Client } from 'pg';
import { inTransaction } from '../database/in-transaction.ts';
import type { Database } from '../database/open-database.ts';
import { json } from '../http/json.ts';
import {
  createSiteCalls,
  ofBuild,
  ofChange,
  ofDocument,
  ofNewDocument,
  ofShown,
  ofVersion,
  ofWords,
} from '../publishing/calls.ts';
import type { Publishing } from '../publishing/publishing.ts';
import type { RequireOwner } from './sign-in/require-member.ts';

type Dependencies = {
  asOwner: Database['asOwner'];
  requireOwner: RequireOwner;
  publishing: Publishing;
};

/** `Site` at the desk: what owners change on the public site. Each call begins with the question who has sent it. */
export function siteRoutes({ asOwner, requireOwner, publishing }: Dependencies) {
  const calls = createSiteCalls(publishing);

  async function asSiteOwner<T>(c: Context, work: (db: Client, by: string) => Promise<T>): Promise<T> {
    const { id } = await requireOwner(c);
    return asOwner((client) => inTransaction(client, () => work(client, id)));
  }

  return new Hono()
    .post('/site', async (c) => c.json(await asSiteOwner(c, calls.overview)))
    .post('/site_document', json(ofDocument), async (c) => {
      const { path } = c.req.valid('json');
      return c.json(await asSiteOwner(c, (db) => calls.document(db, path)));
    })
    .post('/find_in_site', json(ofWords), async (c) => {
      const { words } = c.req.valid('json');
      return c.json(await asSiteOwner(c, (db) => calls.find(db, words)));
    })
    .post('/save_site_document', json(ofChange), async (c) => {
      const given = c.req.valid('json');
      return c.json(await asSiteOwner(c, (db, by) => calls.save(db, given, by)));
    })
    .post('/discard_site_change', json(ofShown), async (c) => {
      const given = c.req.valid('json');
      return c.json(await asSiteOwner(c, (db) => calls.discard(db, given)));
    })
    .post('/add_site_document', json(ofNewDocument), async (c) => {
      const given = c.req.valid('json');
      return c.json(await asSiteOwner(c, (db, by) => calls.add(db, given, by)));
    })
    .post('/remove_site_document', json(ofShown), async (c) => {
      const given = c.req.valid('json');
      return c.json(await asSiteOwner(c, (db, by) => calls.remove(db, given, by)));
    })
    .post('/build_site', json(ofBuild), async (c) => {
      const given = c.req.valid('json');
      const { id } = await requireOwner(c);
      const shown = given.purpose === 'publish' ? given.shown : undefined;
      await publishing.startBuild(given.purpose, id, { shown });
      return c.json(await asOwner(calls.work));
    })
    .post('/tell_static_host', async (c) => {
      await requireOwner(c);
      return c.json(await asOwner((client) => calls.tellHost(client)));
    })
    .post('/site_work', async (c) => c.json(await asSiteOwner(c, calls.work)))
    .post('/use_site_version', json(ofVersion), async (c) => {
      const { version } = c.req.valid('json');
      const { id } = await requireOwner(c);
      return c.json(await asOwner((client) => calls.goBack(client, version, id)));
    });
}
