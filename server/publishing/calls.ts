/** What owners do with the site: `Site` at the desk. */
import * as z from 'zod';
import { isDeepStrictEqual } from 'node:util';
import type { Claim } from '#src/claims/claim-schema.ts';
import type { Client } from 'pg';
import type { Db } from '../database/statement.ts';
import { withHoursOf } from '#src/create-site.ts';
import { firmSchema } from '#src/schemas/firm.ts';
import { text } from '../http/json.ts';
import { Refused, refuseUnless } from '../refused.ts';
import { discardChange, findChange, listChanges, saveChange, withChanges, type Change } from './changes.ts';
import {
  addressOf,
  formOf,
  kindOf,
  mayBeRemoved,
  pathFor,
  problemsOf,
  titleOf,
  valueSchema,
  type Content,
  type Value,
} from './documents.ts';
import { findWords } from './find-words.ts';
import type { Publishing } from './publishing.ts';
import { listVersions, readLastBuilt, readLive } from './versions.ts';
import { readWork } from './work.ts';

const path = text.refine((given) => kindOf(given) !== undefined, 'The site has no such document.');

export const ofDocument = z.object({ path });
/** The revision of the document's change that the owner saw. */
const revision = z.int().min(0);
export const ofShown = z.object({ path, revision });
export const ofChange = ofShown.extend({ value: valueSchema });
export const ofBuild = z.discriminatedUnion(
  'purpose',
  [
    z.object({ purpose: z.literal('preview') }),
    z.object({ purpose: z.literal('publish'), shown: z.record(path, revision) }),
  ],
  'The site is built for a look, or to be published.',
);
export const ofNewDocument = z.object({
  group: z.enum(['cities', 'articles']),
  title: text.trim().min(1, 'Write a title.').max(100, 'This title is too long.'),
});
export const ofWords = z.object({
  words: text.trim().min(2, 'Write a word.').max(200, 'Write fewer words.'),
});
export const ofVersion = z.object({ version: z.string().regex(/^\d{1,15}$/, 'There is no such version.') });

const describeChange = (change: Change | undefined, live: Value | undefined) =>
  change?.is_open
    ? {
        kind:
          change.value === null
            ? ('removed' as const)
            : live === undefined
              ? ('added' as const)
              : ('changed' as const),
        by: change.by,
        at: change.at,
        revision: change.revision,
      }
    : null;

/** The firm's document, in which new opening hours whose day has come are the opening hours. */
function withHoursOfToday(firm: Value | undefined): Value | undefined {
  const read = firmSchema.safeParse(firm);
  if (!read.success) return firm;
  const today = withHoursOf(new Date(), read.data);
  // Otherwise the document stays as it was typed.
  return today === read.data ? firm : today;
}

export function createSiteCalls(publishing: Publishing) {
  async function readAll(db: Db) {
    const changes = await listChanges(db);
    const live = await publishing.readLiveContent(db);
    return { changes, live, content: withChanges(live, changes) };
  }

  const claimsOf = (content: Content) =>
    ((content['claims.yaml'] ?? []) as Claim[]).map(({ id, text: words, source }) => ({
      id,
      text: words,
      source,
    }));

  async function overview(db: Db) {
    const { changes, live, content } = await readAll(db);
    const published = await readLive(db);
    const built = await readLastBuilt(db);
    const paths = [...new Set([...Object.keys(live), ...Object.keys(content)])];
    return {
      documents: paths.map((one) => ({
        path: one,
        group: kindOf(one)?.group ?? 'pages',
        title: titleOf(one, content[one] ?? live[one] ?? {}),
        address: addressOf(one),
        change: describeChange(
          changes.find((change) => change.path === one),
          live[one],
        ),
      })),
      live: published ? { version: published.id, at: published.at, by: published.by } : null,
      versions: await listVersions(db),
      preview: built
        ? { version: built.id, at: built.at, is_current: isDeepStrictEqual(built.content, content) }
        : null,
      is_open: publishing.isOpen(live),
      problems: await publishing.findProblems(db, content, live),
      work: await readWork(db),
    };
  }

  async function document(db: Db, { path: one }: z.output<typeof ofDocument>) {
    const change = await findChange(db, one);
    const { live, content } = await readAll(db);
    const shown = one === 'firm.yaml' ? withHoursOfToday(content[one]) : (content[one] ?? live[one]);
    if (shown === undefined) throw new Refused(404, 'path', 'The site has no such document any more.');
    return {
      path: one,
      group: kindOf(one)?.group ?? 'pages',
      title: titleOf(one, shown),
      address: addressOf(one),
      schema: formOf(one),
      value: shown,
      live: live[one] ?? null,
      revision: change?.revision ?? 0,
      change: describeChange(change, live[one]),
      problems: problemsOf(one, shown),
      may_be_removed: mayBeRemoved(one),
      claims: claimsOf(content),
    };
  }

  async function discard(db: Client, given: z.output<typeof ofShown>) {
    await discardChange(db, given);
    return overview(db);
  }

  return {
    overview,
    document,
    work: readWork,

    find: async (db: Db, { words }: z.output<typeof ofWords>) => {
      const { content } = await readAll(db);
      return findWords(
        content,
        words,
        new Map(claimsOf(content).map(({ id, text: figure }) => [id, figure])),
      );
    },

    save: async (db: Client, given: z.output<typeof ofChange>, by: string) => {
      const { content } = await readAll(db);
      if (content[given.path] === undefined) {
        throw new Refused(404, 'path', 'The site has no such document. Somebody may have removed it.');
      }
      await saveChange(db, { ...given, by });
      return document(db, given);
    },

    discard,

    add: async (db: Client, { group, title }: z.output<typeof ofNewDocument>, by: string) => {
      const { content } = await readAll(db);
      const one = pathFor(group, title);
      refuseUnless(kindOf(one) !== undefined, 'title', 'Write a title with letters or digits.');
      refuseUnless(content[one] === undefined, 'title', 'There is a page with this title already.');
      const change = await findChange(db, one);
      const begun: Value = group === 'cities' ? { name: title } : { title, body: '' };
      await saveChange(db, { path: one, value: begun, revision: change?.revision ?? 0, by });
      return document(db, { path: one });
    },

    remove: async (db: Client, given: z.output<typeof ofShown>, by: string) => {
      if (!mayBeRemoved(given.path)) {
        throw new Refused(409, 'needed', 'The site does not work without this page, so it stays.');
      }
      const live = await publishing.readLiveContent(db);
      if (live[given.path] === undefined) return discard(db, given);
      await saveChange(db, { ...given, value: null, by });
      return overview(db);
    },

    async tellHost(db: Client) {
      await publishing.tellHost(db);
      return overview(db);
    },

    async goBack(db: Client, version: string, by: string) {
      const known = await listVersions(db);
      refuseUnless(
        known.some((one) => one.version === version),
        'version',
        'This version is no longer kept.',
      );
      await publishing.goBackTo(version, by);
      return overview(db);
    },
  };
}
