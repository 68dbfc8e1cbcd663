/**
 * The contents of papers in a backup: encrypted files in the folder `papers` beside the backups, one for each row of
 * desk.paper_contents. A file never changes, so each backup writes only those that are missing or damaged. The keys are in
 * the backups themselves, and show whether a file is whole.
 */
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Client } from 'pg';
import { unseal } from '../papers/seal.ts';
import { NotABackup, openBackup, readRows, type Manifest } from './backup-file.ts';

/** The folder for the papers of a folder of backups. */
const folderIn = (backups: string) => join(backups, 'papers');

type PaperFile = { id: string; size: string; key: Buffer };

const nameOf = ({ id, size }: PaperFile) => `${id}.${size}`;

function isWhole(sealed: Buffer, key: Buffer): boolean {
  try {
    unseal(key, sealed);
    return true;
  } catch {
    return false;
  }
}

/** Reads a file. @returns undefined if it is missing or damaged */
async function readWhole(backups: string, file: PaperFile): Promise<Buffer | undefined> {
  const sealed = await readFile(join(folderIn(backups), nameOf(file))).catch(() => undefined);
  return sealed && isWhole(sealed, file.key) ? sealed : undefined;
}

/** The files that a backup needs. */
async function filesOf(backup: string, manifest: Manifest): Promise<PaperFile[]> {
  const rows = await readRows(backup, manifest, 'desk.papers');
  return rows
    .filter(({ removed_at }) => removed_at === '\\N')
    .flatMap(({ id = '', file_type, seal_key = '' }) => {
      // COPY writes `\\x00ff`.
      const key = Buffer.from(seal_key.slice(3), 'hex');
      return (file_type === 'jpeg' ? ['whole', 'small'] : ['whole']).map((size) => ({ id, size, key }));
    });
}

export type OnDamaged = (file: string, isReplaced: boolean) => void;

/**
 * Writes the files that are missing, within the backup's transaction, and replaces those that are damaged.
 *
 * @param onDamaged called for each file that was damaged; it is not replaced if the database's contents are damaged too
 */
export async function backUpContents(
  client: Client,
  backup: string,
  onProgress: () => void = () => undefined,
  onDamaged: OnDamaged = () => undefined,
): Promise<void> {
  const { rows } = await client.query<PaperFile>(
    `select papers.id, size, seal_key as key
     from desk.paper_contents join desk.papers on papers.id = paper_id where removed_at is null`,
  );
  if (rows.length === 0) return;
  const backups = dirname(backup);
  await mkdir(folderIn(backups), { recursive: true, mode: 0o700 });
  const present = new Set(await readdir(folderIn(backups)));
  for (const row of rows) {
    if (!(await readWhole(backups, row))) {
      const isReplaced = await writeContents(client, backups, row);
      if (!isReplaced || present.has(nameOf(row))) onDamaged(nameOf(row), isReplaced);
    }
    onProgress();
  }
}

/** @returns whether the contents in the database were whole, and were written */
async function writeContents(client: Client, backups: string, row: PaperFile): Promise<boolean> {
  const { rows } = await client.query<{ sealed: Buffer }>(
    'select sealed from desk.paper_contents where paper_id = $1 and size = $2',
    [row.id, row.size],
  );
  const sealed = rows[0]?.sealed ?? Buffer.alloc(0);
  if (!isWhole(sealed, row.key)) return false;
  const path = join(folderIn(backups), nameOf(row));
  const draft = `${path}.part`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(sealed);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  return true;
}

/**
 * Deletes the files that no backup in the folder needs, whatever the backup's name. The caller holds the lock `backup`.
 *
 * @returns the name of a file that may be a backup, but cannot be read: nobody knows what it needs, so nothing is deleted
 */
export async function deleteUnneededContents(
  backups: string,
  onProgress?: () => void,
): Promise<string | undefined> {
  const needed = new Set<string>();
  for (const entry of await readdir(backups, { withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const path = join(backups, entry.name);
    try {
      const manifest = await openBackup(path, onProgress);
      for (const file of await filesOf(path, manifest)) needed.add(nameOf(file));
    } catch (error) {
      if (!(error instanceof NotABackup)) return entry.name;
    }
  }
  const folder = folderIn(backups);
  for (const name of await readdir(folder).catch(() => [])) {
    if (!needed.has(name)) await rm(join(folder, name), { force: true });
  }
  return undefined;
}

/** Reads all files that a backup needs. @returns the names of those that are missing or damaged */
export async function findDamaged(
  backup: string,
  manifest: Manifest,
  use: (file: PaperFile, sealed: Buffer) => Promise<unknown> = () => Promise.resolve(),
): Promise<string[]> {
  const damaged: string[] = [];
  for (const file of await filesOf(backup, manifest)) {
    const sealed = await readWhole(dirname(backup), file);
    if (sealed) await use(file, sealed);
    else damaged.push(nameOf(file));
  }
  return damaged;
}

/** Loads the contents of all papers, within the transaction of a restore. @returns which are missing or damaged */
export const restoreContents = (client: Client, backup: string, manifest: Manifest): Promise<string[]> =>
  findDamaged(backup, manifest, ({ id, size }, sealed) =>
    client.query('insert into desk.paper_contents values ($1, $2, $3)', [id, size, sealed]),
  );
