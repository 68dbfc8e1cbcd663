/** Builds what owners have changed on the site, checks it, and serves it as a whole. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../database/open-database.ts';
import { tryLock } from '../database/locks.ts';
import { idsOf, sql, type Db } from '../database/statement.ts';
import { Refused } from '../refused.ts';
import { repeat } from '../repeat.ts';
import { requireSiteKey } from '../site/site-key.ts';
import type { Site } from '../site/site.ts';
import { buildSite, buildVariables } from './build-site.ts';
import { endChanges, listChanges, refuseUnlessShown, withChanges, type Change } from './changes.ts';
import { findBlockers, findContentProblems } from './content-rules.ts';
import { findPageProblems } from './page-rules.ts';
import { findPictureProblems, readInstalledContent } from './content-files.ts';
import { deleteUnusedPictures } from './pictures.ts';
import {
  addressOf,
  changedTitles,
  mayBeRemoved,
  problemsOf,
  titleOf,
  type Content,
  type Problem,
} from './documents.ts';
import { hashSources } from './site-sources.ts';
import {
  deleteOldVersions,
  publishVersion,
  readLastBuilt,
  readLastPublication,
  readLive,
  readVersion,
  storeVersion,
  unpackFormerFiles,
  unpackVersion,
} from './versions.ts';
import { beginWork, endWork, noteHost, noteState, type Purpose } from './work.ts';
import { pageVariables } from '../env.ts';

/** The site that was built at the installation. */
const INSTALLED = join(import.meta.dirname, '../../dist');

const FOLLOW_EVERY_MS = 2_000;
const HOOK_LIMIT_MS = 10_000;

type Options = {
  /** For the built sites: each version in a folder of its own. */
  folder: string;
  publishableKey: string;
  /** Whether everybody can see the site, so that examples are refused. */
  isPublic: boolean;
  /** A URL that gets a POST request after each publication. */
  hook: string | undefined;
  pool: Db;
  asOwner: Database['asOwner'];
  log: Logger;
};

export type Publishing = ReturnType<typeof openPublishing>;

const WENT_BACK: Problem = {
  path: null,
  field: [],
  message:
    'Somebody has published another version meanwhile, so this one was not published. Look at the site, then publish again if you still want to.',
};

const BUILD_FAILED: Problem = {
  path: null,
  field: [],
  message:
    'The pages could not be built, and the site is as before. Whoever looks after the server finds the reason in its log.',
};

/** What Astro says of a document that it cannot build: the name of the file, and the reason behind it. */
function problemOfOutput(output: string): Problem {
  const [, path, message] = /src\/content\/([\w/-]+\.\w+)\b[^\n]*?:? ?([^\n]{10,300})/.exec(output) ?? [];
  return path && message ? { path, field: [], message: message.trim() } : BUILD_FAILED;
}

export function openPublishing(options: Options) {
  const { folder, publishableKey, isPublic, hook, pool, asOwner, log } = options;
  const closing = new AbortController();
  let running: Promise<void> | undefined;
  let stopFollowing = () => Promise.resolve();

  const readSourcesHash = () => hashSources(buildVariables(publishableKey));

  async function readLiveContent(db: Db): Promise<Content> {
    const installed = await readInstalledContent(pageVariables());
    const live = (await readLive(db))?.content;
    if (!live) return installed;
    // A document that came with an update, and that the site does not work without.
    const needed = Object.entries(installed).filter(([path]) => !mayBeRemoved(path));
    return { ...Object.fromEntries(needed), ...live };
  }

  /** What must not be published, before anything is built. */
  async function findProblems(db: Db, content: Content, published: Content): Promise<Problem[]> {
    const problems = Object.entries(content).flatMap(([path, value]) => problemsOf(path, value));
    if (problems.length > 0) return problems;
    return [
      ...findContentProblems(content, { isPublic, published }),
      ...(await findPictureProblems(db, content)),
    ];
  }

  /** What of the built pages must not be published. */
  async function findProblemsOfPages(directory: string, content: Content): Promise<Problem[]> {
    const found = await findPageProblems(directory);
    const pathOf = (page: string) => Object.keys(content).find((path) => addressOf(path) === page) ?? null;
    return found.map(({ page, message }) => {
      const path = pathOf(page);
      return { path, field: [], message: path === null ? `${page}: ${message}` : message };
    });
  }

  /** Builds the content as a new version, unless the last one that was built is the same. */
  async function build(
    client: Client,
    { content, by }: { content: Content; by: string | null },
  ): Promise<{ version: string } | { problems: Problem[] }> {
    const published = await readLiveContent(client);
    const problems = await findProblems(client, content, published);
    if (problems.length > 0) return { problems };
    const builtWith = await readSourcesHash();
    const last = await readLastBuilt(client);
    if (last?.built_with === builtWith && isDeepStrictEqual(last.content, content))
      return { version: last.id };

    const built = await buildSite({
      db: client,
      content,
      folder: join(folder, 'work'),
      publishableKey,
      signal: closing.signal,
    });
    if (built.directory === undefined) {
      log.warn({ output: built.output.slice(-4000) }, 'the site that was to be published cannot be built');
      return { problems: [problemOfOutput(built.output)] };
    }
    await noteState(client, 'checking');
    const found = await findProblemsOfPages(built.directory, content);
    if (found.length > 0) return { problems: found };
    await noteState(client, 'storing');
    const changes = [...changedTitles(published, content).values()];
    const version = await storeVersion(client, {
      directory: built.directory,
      content,
      builtWith,
      changes,
      by,
    });
    return { version };
  }

  /** @returns why the static host was not told; undefined if it was, or if there is none */
  async function callHook(): Promise<string | undefined> {
    if (hook === undefined) return undefined;
    try {
      const { ok, status } = await fetch(hook, {
        method: 'POST',
        signal: AbortSignal.timeout(HOOK_LIMIT_MS),
      });
      if (ok) return undefined;
      log.error({ status }, 'PUBLISH_HOOK was refused, so the static host has the former site');
      return `It refused the message that something was published (status ${status}).`;
    } catch (error) {
      log.error(
        { error: String(error) },
        'PUBLISH_HOOK cannot be reached, so the static host has the former site',
      );
      return 'It could not be reached.';
    }
  }

  /** Tells the static host that something was published, and keeps for the owners if that has failed. */
  async function tellHost(client: Db): Promise<void> {
    await noteHost(client, await callHook());
  }

  /** Keeps the installed site as the first version, so that the first publication can be taken back. @returns its publication */
  async function publishInstalled(client: Client): Promise<string | undefined> {
    const version = await storeVersion(client, {
      directory: INSTALLED,
      content: await readInstalledContent(pageVariables()),
      builtWith: await readSourcesHash(),
      changes: [],
      by: null,
    });
    await publishVersion(client, version, null);
    return (await readLastPublication(client))?.id;
  }

  async function runBuild(
    client: Client,
    {
      purpose,
      by,
      changes,
      content,
    }: { purpose: Purpose; by: string | null; changes: Change[]; content: Content },
  ) {
    try {
      const before = (await readLastPublication(client))?.id;
      const built = await build(client, { content, by });
      if ('problems' in built) {
        await endWork(client, { version: null, problems: built.problems });
        return;
      }
      if (purpose === 'publish') {
        const former = before ?? (await publishInstalled(client));
        await client.query('begin');
        await client.query('lock table desk.site_publications in share row exclusive mode');
        if ((await readLastPublication(client))?.id !== former) {
          await client.query('rollback');
          await endWork(client, { version: built.version, problems: [WENT_BACK] });
          return;
        }
        await publishVersion(client, built.version, by);
        await endChanges(client, changes);
        await client.query('commit');
        await tellHost(client);
      }
      await deleteOldVersions(client);
      await deleteUnusedPictures(client);
      await endWork(client, { version: built.version, problems: [] });
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (closing.signal.aborted) return;
      log.error({ error: String(error) }, 'the site could not be published');
      await endWork(client, { version: null, problems: [BUILD_FAILED] });
    } finally {
      await rm(join(folder, 'work'), { recursive: true, force: true });
    }
  }

  /**
   * Begins a build, which goes on after this returns.
   *
   * @param what.content what to build; the published content with the owners' changes, unless it is given
   * @param what.shown the changes that the owner has seen, if they must be those
   *
   * @throws {Refused} 409 while another build runs, or if the changes are others than those that were shown
   */
  async function startBuild(
    purpose: Purpose,
    by: string | null,
    { content, shown }: { content?: Content; shown?: Readonly<Record<string, number>> | undefined } = {},
  ): Promise<void> {
    const begun = Promise.withResolvers<undefined>();
    const work = asOwner(async (client) => {
      if (!(await tryLock(client, 'build'))) {
        throw new Refused(409, 'busy', 'The pages are being built already. Wait until that has ended.');
      }
      const changes = content ? [] : await listChanges(client);
      const live = await readLiveContent(client);
      const given = content ?? withChanges(live, changes);
      if (shown) {
        await refuseUnlessShown(client, changes, {
          shown,
          titleOf: (path) => titleOf(path, given[path] ?? live[path] ?? {}),
        });
      }
      await beginWork(client, purpose, by);
      begun.resolve(undefined);
      await runBuild(client, { purpose, by, changes, content: given });
    });
    running = work.then(follow, (error: unknown) => {
      begun.reject(error);
    });
    await begun.promise;
  }

  /** Builds the published site anew if it was built by other sources or settings, as after an update. */
  async function rebuildIfOld(): Promise<void> {
    const live = await asOwner(readLive);
    if (!live || live.built_with === (await readSourcesHash())) return;
    await startBuild('publish', null, { content: live.content });
  }

  /** Whether visitors may see the site: if nothing in it is an example, or if only this machine reaches it. */
  const isOpen = (live: Content): boolean => !isPublic || findBlockers(live).length === 0;

  let served: string | undefined;
  let site: Pick<Site, 'open' | 'use'> | undefined;

  const unpacking = new Map<string, Promise<string>>();
  /** @returns the folder with the files of a version */
  function openVersion(version: string): Promise<string> {
    const known = unpacking.get(version);
    if (known) return known;
    const opened = unpackVersion(pool, version, folder).finally(() => unpacking.delete(version));
    unpacking.set(version, opened);
    return opened;
  }

  /** The folder of the published site; of the installed one if none was published, or if that cannot be served as it is. */
  async function findDirectory(): Promise<string> {
    const last = await readLastPublication(pool);
    if (!last) return INSTALLED;
    try {
      const directory = await openVersion(last.version);
      requireSiteKey(directory, publishableKey);
      served = last.id;
      return directory;
    } catch (error) {
      log.error(
        { error: String(error) },
        'the published site cannot be served: visitors see the one that was installed',
      );
      return INSTALLED;
    }
  }

  /** The folder with the scripts and styles of former versions; undefined if it cannot be written, as on a full disk. */
  async function findFormerFiles(current: string): Promise<string | undefined> {
    const former = join(folder, 'former');
    try {
      await unpackFormerFiles(pool, former, current);
      return former;
    } catch (error) {
      log.error({ error: String(error) }, 'pages that were opened before the start may miss their scripts');
      return undefined;
    }
  }

  async function deleteOldFolders(): Promise<void> {
    const known = new Set(await idsOf(pool, sql`select id from desk.site_versions`));
    for (const name of await readdir(folder).catch(() => [])) {
      const [, version] = /^(\d+)-[0-9a-f]{16}$/.exec(name) ?? [];
      if (version !== undefined && !known.has(version))
        await rm(join(folder, name), { recursive: true, force: true });
    }
  }

  let following = Promise.resolve();
  /** Serves what was published since. Looks wait for each other: two at once could end with the older version. */
  function follow(): Promise<void> {
    following = following.catch(() => undefined).then(followOnce);
    return following;
  }

  async function followOnce(): Promise<void> {
    const last = await readLastPublication(pool);
    if (last === undefined || last.id === served || site === undefined) return;
    const directory = await openVersion(last.version);
    requireSiteKey(directory, publishableKey);
    site.use(directory);
    served = last.id;
    if (isOpen(await asOwner(readLiveContent))) site.open();
    await deleteOldFolders();
    log.info({ version: last.version }, 'the published site is served');
  }

  return {
    startBuild,
    /** Resolves when the build that was begun here has ended. */
    settle: async () => running,
    readLiveContent,
    isOpen,
    findProblems,
    findDirectory,
    findFormerFiles,
    openVersion,
    tellHost,
    /** Serves a version again that was published before. */
    async goBackTo(version: string, by: string): Promise<void> {
      const { content, built_with } = await asOwner((client) => readVersion(client, version));
      const [blocker] = isPublic ? findBlockers(content) : [];
      if (blocker)
        throw new Refused(409, 'blocked', `${blocker.problem} So this version cannot be shown again.`);
      // Another version of the program, or another key, has built it: it is built anew before it is served.
      if (built_with !== (await readSourcesHash())) {
        await startBuild('publish', by, { content });
        return;
      }
      await asOwner((client) => publishVersion(client, version, by));
      await follow();
      await asOwner(tellHost);
    },
    /** Serves from now on what is published, within two seconds on each server. */
    start(served: Pick<Site, 'open' | 'use'>): void {
      site = served;
      let problem = '';
      stopFollowing = repeat(async () => {
        await follow().then(
          () => {
            problem = '';
          },
          (error: unknown) => {
            if (String(error) !== problem)
              log.error({ error: String(error) }, 'the published site cannot be served');
            problem = String(error);
          },
        );
        return FOLLOW_EVERY_MS;
      });
      rebuildIfOld().catch((error: unknown) => {
        log.warn({ error: String(error) }, 'the published site is not built anew');
      });
    },
    async stop(): Promise<void> {
      closing.abort();
      await stopFollowing();
      await running?.catch(() => undefined);
    },
  };
}
