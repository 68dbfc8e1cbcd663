/** The built sites in the database, and which of them visitors see. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ClientBase } from 'pg';
import * as z from 'zod';
import { inTransaction } from '../database/in-transaction.ts';
import { HASHED_FILES } from '../http/response-headers.ts';
import { Refused } from '../refused.ts';
import { bytea, execute, firstRowOf, isoTime, rowOf, rowsOf, sql, type Db } from '../database/statement.ts';
import { valueSchema, type Content } from './documents.ts';

/** How many publications can be taken back to. */
const KEPT = 10;
/** How many bytes of files are sent to the database at once, about. */
const BATCH_BYTES = 4 * 1024 * 1024;

const contentSchema = z.record(z.string(), valueSchema);
const idSchema = z.object({ id: z.string() });

const liveSchema = z.object({
  id: z.string(),
  built_with: z.string(),
  content: contentSchema,
  at: isoTime,
  by: z.string().nullable(),
});

/** The version that visitors see; undefined if the site is as it was installed. */
export const readLive = (db: Db) =>
  firstRowOf(
    db,
    liveSchema,
    sql`
      select site_versions.id, built_with, content, published_at as at, name as by
      from desk.site_publications
      join desk.site_versions on site_versions.id = version_id
      left join desk.staff on user_id = published_by
      order by site_publications.id desc limit 1`,
  );

/** The number of the last publication and its version: what each server looks at every two seconds. */
export const readLastPublication = (db: Db) =>
  firstRowOf(
    db,
    z.object({ id: z.string(), version: z.string() }),
    sql`select id, version_id as version from desk.site_publications order by id desc limit 1`,
  );

const publicationSchema = z.object({
  version: z.string(),
  at: isoTime,
  by: z.string().nullable(),
  is_live: z.boolean(),
  changes: z.array(z.string()),
});

/** The versions that were published last, the newest first. */
export const listVersions = (db: Db) =>
  rowsOf(
    db,
    publicationSchema,
    sql`
      select version_id as version, max(published_at) as at, (array_agg(name order by site_publications.id desc))[1] as by,
        max(site_publications.id) = (select max(id) from desk.site_publications) as is_live, changes
      from desk.site_publications
      join desk.site_versions on site_versions.id = version_id
      left join desk.staff on user_id = published_by
      group by version_id, changes
      order by max(site_publications.id) desc limit ${KEPT}`,
  );

const builtSchema = z.object({ id: z.string(), built_with: z.string(), content: contentSchema, at: isoTime });

/** @throws {Refused} 404 if the version is no longer kept */
export async function readVersion(db: Db, version: string) {
  const found = await firstRowOf(
    db,
    builtSchema,
    sql`select id, built_with, content, made_at as at from desk.site_versions where id = ${version}`,
  );
  if (!found) throw new Refused(404, 'version', 'This version of the site is no longer kept.');
  return found;
}

/**
 * The version that the server built last, published or not. The first publication is that of the installed site, which the
 * server has not built.
 */
export const readLastBuilt = (db: Db) =>
  firstRowOf(
    db,
    builtSchema,
    sql`select id, built_with, content, made_at as at from desk.site_versions
      where id is distinct from (select version_id from desk.site_publications order by id limit 1)
      order by id desc limit 1`,
  );

type NewVersion = {
  directory: string;
  content: Content;
  builtWith: string;
  changes: readonly string[];
  by: string | null;
};

/** Stores a built site. @returns its number */
export function storeVersion(client: ClientBase, given: NewVersion): Promise<string> {
  return inTransaction(client, async () => {
    const { id } = await rowOf(
      client,
      idSchema,
      sql`
        insert into desk.site_versions (content, built_with, changes, made_by)
        values (${JSON.stringify(given.content)}, ${given.builtWith}, ${given.changes}, ${given.by})
        returning id`,
    );
    const entries = await readdir(given.directory, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    let batch: { path: string; hash: Buffer; contents: Buffer }[] = [];
    const flush = async () => {
      const paths = batch.map(({ path }) => path.slice(given.directory.length + 1));
      const hashes = batch.map(({ hash }) => hash);
      await execute(
        client,
        sql`
          insert into desk.site_files (hash, contents)
          select distinct on (hash) * from unnest(${hashes}::bytea[], ${batch.map(({ contents }) => contents)}::bytea[]) as given (hash, contents)
          on conflict do nothing`,
      );
      await execute(
        client,
        sql`
          insert into desk.site_version_files (version_id, path, hash)
          select ${id}, path, hash from unnest(${paths}::text[], ${hashes}::bytea[]) as given (path, hash)`,
      );
      batch = [];
    };
    for (const path of files) {
      const contents = await readFile(path);
      batch.push({ path, hash: createHash('sha256').update(contents).digest(), contents });
      if (batch.reduce((sum, file) => sum + file.contents.length, 0) > BATCH_BYTES) await flush();
    }
    await flush();
    return id;
  });
}

export const publishVersion = (db: Db, version: string, by: string | null) =>
  execute(db, sql`insert into desk.site_publications (version_id, published_by) values (${version}, ${by})`);

/** Deletes versions, but for the last ten that were published and the one that was built last. */
export async function deleteOldVersions(db: Db): Promise<void> {
  await execute(
    db,
    sql`
      delete from desk.site_versions
      where id < (select max(id) from desk.site_versions) and id not in (
        select version_id from desk.site_publications group by version_id order by max(id) desc limit ${KEPT}
      )`,
  );
  await execute(
    db,
    sql`
      delete from desk.site_files
      where not exists (select from desk.site_version_files where site_version_files.hash = site_files.hash)`,
  );
}

/**
 * Writes into `folder` the hashed files of the kept versions that the site in `current` does not have. A visitor may still
 * have a page open that was served before this server started.
 */
export async function unpackFormerFiles(db: Db, folder: string, current: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const files = await rowsOf(
    db,
    z.object({ path: z.string(), hash: bytea }),
    sql`select distinct on (path) path, hash from desk.site_version_files where starts_with(path, ${HASHED_FILES})`,
  );
  for (const { path, hash } of files) {
    if (existsSync(join(current, path))) continue;
    await writeStored(db, hash, join(folder, path));
  }
}

async function writeStored(db: Db, hash: Buffer, file: string): Promise<void> {
  const { contents } = await rowOf(
    db,
    z.object({ contents: bytea }),
    sql`select contents from desk.site_files where hash = ${hash}`,
  );
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, contents);
}

/** The folder of a version, by its number and its files: after a restore, another version may have the same number. */
async function folderOf(db: Db, version: string): Promise<string> {
  const { digest } = await rowOf(
    db,
    z.object({ digest: z.string().nullable() }),
    sql`
      select encode(sha256(string_agg(path::bytea || hash, ''::bytea order by path)), 'hex') as digest
      from desk.site_version_files where version_id = ${version}`,
  );
  if (digest === null) throw new Refused(404, 'version', 'This version of the site is no longer kept.');
  return `${version}-${digest.slice(0, 16)}`;
}

/**
 * Writes the files of a version below `folder`, unless they are there.
 *
 * @returns the folder of the version
 */
export async function unpackVersion(db: Db, version: string, folder: string): Promise<string> {
  const directory = join(folder, await folderOf(db, version));
  if (existsSync(directory)) return directory;
  const unfinished = `${directory}.${randomUUID()}.part`;
  const files = await rowsOf(
    db,
    z.object({ path: z.string(), hash: bytea }),
    sql`select path, hash from desk.site_version_files where version_id = ${version} order by path`,
  );
  for (const { path, hash } of files) await writeStored(db, hash, join(unfinished, path));
  await rename(unfinished, directory).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true });
    if (!existsSync(directory)) throw error;
  });
  return directory;
}
