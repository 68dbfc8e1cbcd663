import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Client } from 'pg';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { TABLES } from '../database/tables.ts';
import { checksumLine, FIRST_LINE, type Manifest } from './backup-file.ts';
import { backUpContents, type OnDamaged } from './paper-files.ts';

/** Makes PostgreSQL write dates that every other PostgreSQL reads in the same way. */
export const COPY_SETTINGS = `set local timezone to 'UTC'; set local datestyle to 'ISO, YMD'`;

/**
 * The columns of those tables of a backup that exist in this database. Columns of type `xid8` are skipped: transaction
 * ids mean nothing in another cluster, and the restore sets new ones. So are columns that the database works out.
 */
async function readColumns(
  client: Client,
): Promise<{ name: Manifest['tables'][number]['name']; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select attrelid::regclass::text as name, array_agg(attname::text order by attnum) as columns
     from unnest($1::text[]) as wanted
     join pg_attribute on attrelid = to_regclass(wanted)
     where attnum > 0 and not attisdropped and atttypid <> 'xid8'::regtype and attgenerated = ''
     group by attrelid`,
    [TABLES],
  );
  const found = new Map(rows.map(({ name, columns }) => [name, columns]));
  return TABLES.flatMap((name) => {
    const columns = found.get(name) ?? found.get(name.replace('public.', ''));
    return columns ? [{ name, columns }] : [];
  });
}

const SYNC_BYTES = 64 * 1024 * 1024;

/** `(name, email, …)`, as COPY expects them. */
export function columnList(columns: readonly string[]): string {
  return `(${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;
}

async function write(
  client: Client,
  path: string,
  publishableKey: string | undefined,
  onProgress?: () => void,
): Promise<Manifest> {
  const file = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let position = 0;
  let synced = 0;
  const append = async (bytes: Buffer) => {
    hash.update(bytes);
    position += bytes.length;
    await file.appendFile(bytes);
    // Else the last step would write a large backup to a slow disk at once, without progress.
    if (position > synced + SYNC_BYTES) {
      await file.datasync();
      synced = position;
    }
    onProgress?.();
  };
  try {
    await append(Buffer.from(FIRST_LINE));
    const { rows } = await client.query<{ version: string }>(
      `select version from supabase_migrations.schema_migrations
       union all select version from supabase_migrations.desk_migrations order by version`,
    );
    const tables: Manifest['tables'] = [];
    for (const { name, columns } of await readColumns(client)) {
      const start = position;
      const copy = client.query(copyTo(`copy ${name} ${columnList(columns)} to stdout`));
      let failure: Error | undefined;
      for await (const chunk of copy) {
        // A full disk does not end the loop: the connection takes no statement before all of COPY's rows were read.
        if (failure) continue;
        await append(chunk as Buffer).catch((cause: unknown) => {
          failure = new Error(`${path} cannot be written: ${String(cause)}`, { cause });
        });
      }
      if (failure) throw failure;
      tables.push({ name, columns, rows: copy.rowCount, start, end: position });
    }
    const manifest: Manifest = {
      createdAt: new Date().toISOString(),
      migrations: rows.map(({ version }) => version),
      ...(publishableKey !== undefined && { publishableKey }),
      tables,
    };
    await append(Buffer.from(`${JSON.stringify(manifest)}\n`));
    await file.appendFile(checksumLine(hash.digest('hex')));
    await file.sync();
    return manifest;
  } finally {
    await file.close();
  }
}

/** Writes a renamed file's folder to disk, so that the new name survives a power cut. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path));
  await folder.sync().finally(() => folder.close());
}

/**
 * Writes all leads, and the data of the desk (the staff's app), into one file: a consistent snapshot, while servers
 * keep running. The file gets its name when it is complete, and only its owner can read it. The contents of papers are in
 * the folder `papers` beside it.
 *
 * @param onProgress called after each part that was written
 * @param onDamaged called for each file in that folder that was damaged
 * @throws {Error} when a file of that name exists
 */
export async function backUp(
  client: Client,
  path: string,
  publishableKey: string | undefined,
  onProgress?: () => void,
  onDamaged?: OnDamaged,
): Promise<Manifest> {
  if (existsSync(path)) throw new Error(`${path} already exists: choose another name.`);
  const draft = `${path}.${process.pid}.part`;
  // A backup that was given up has closed its connection. PostgreSQL then ends its transaction, even while COPY waits.
  await client.query(
    `begin isolation level repeatable read read only; ${COPY_SETTINGS}; set local client_connection_check_interval to '1s'`,
  );
  try {
    const manifest = await write(client, draft, publishableKey, onProgress);
    await backUpContents(client, path, onProgress, onDamaged);
    await rename(draft, path);
    await syncFolder(path);
    return manifest;
  } finally {
    await rm(draft, { force: true });
    await client.query('rollback').catch(() => undefined);
  }
}
