import { Hono, type Context } from 'hono';
import type { Client } from 'pg';
import * as z from 'zod';
import { inTransaction } from '../database/in-transaction.ts';
import type { Database } from '../database/open-database.ts';
import { json, type JsonInput } from '../http/json.ts';
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

/** `Site` at the desk: what owners change on the public site. Each call checks its arguments, and then who has sent it. */
export function siteRoutes({ asOwner, requireOwner, publishing }: Dependencies) {
  const calls = createSiteCalls(publishing);

  /** Checks the arguments and who has sent them. The call then works in one transaction. */
  const call = <Schema extends z.ZodType, Answer extends object>(
    schema: Schema,
    work: (db: Client, given: z.output<Schema>, by: string) => Promise<Answer>,
  ) =>
    [
      json(schema),
      async (c: Context<object, string, JsonInput<Schema>>) => {
        const given = c.req.valid('json');
        const { id } = await requireOwner(c);
        return c.json(await asOwner((client) => inTransaction(client, () => work(client, given, id))));
      },
    ] as const;

  return new Hono()
    .post('/site', ...call(z.object({}), calls.overview))
    .post('/site_work', ...call(z.object({}), calls.work))
    .post('/site_document', ...call(ofDocument, calls.document))
    .post('/find_in_site', ...call(ofWords, calls.find))
    .post('/save_site_document', ...call(ofChange, calls.save))
    .post('/discard_site_change', ...call(ofShown, calls.discard))
    .post('/add_site_document', ...call(ofNewDocument, calls.add))
    .post('/remove_site_document', ...call(ofShown, calls.remove))
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
    .post('/use_site_version', json(ofVersion), async (c) => {
      const { version } = c.req.valid('json');
      const { id } = await requireOwner(c);
      return c.json(await asOwner((client) => calls.goBack(client, version, id)));
    });
}
