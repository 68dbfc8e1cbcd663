/**
 * The contents of papers in a backup: encrypted files in the folder `papers` beside the backups, one for each row of
 * desk.paper_contents. A file never changes, so each backup writes only those that are not there yet. The keys are in the
 * backups themselves.
 */
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Client } from 'pg';

/** The folder for a backup's papers. */
const folderOf = (backup: string) => join(dirname(backup), 'papers');

type Row = { id: string; size: string };

const nameOf = ({ id, size }: Row) => `${id}.${size}`;

/** Writes the files that are missing, within the backup's transaction, and marks the others as needed by it. */
export async function backUpContents(
  client: Client,
  backup: string,
  onProgress: () => void = () => undefined,
): Promise<void> {
  const { rows } = await client.query<Row>('select paper_id as id, size from desk.paper_contents');
  if (rows.length === 0) return;
  const folder = folderOf(backup);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const present = new Set(await readdir(folder));
  const now = new Date();
  for (const row of rows) {
    const path = join(folder, nameOf(row));
    if (present.has(nameOf(row))) await utimes(path, now, now);
    else await writeContents(client, path, row);
    onProgress();
  }
}

async function writeContents(client: Client, path: string, { id, size }: Row): Promise<void> {
  const { rows } = await client.query<{ sealed: Buffer }>(
    'select sealed from desk.paper_contents where paper_id = $1 and size = $2',
    [id, size],
  );
  const draft = `${path}.part`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(rows[0]?.sealed ?? '');
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** Deletes the files that no backup of the folder needs. @param oldest when its oldest backup was made */
export async function deleteUnneededContents(backup: string, oldest: Date): Promise<void> {
  const folder = folderOf(backup);
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtime } = await stat(join(folder, name));
    if (mtime < oldest) await rm(join(folder, name), { force: true });
  }
}

/** Loads the contents of all papers, within the transaction of a restore. @returns how many files are missing */
export async function restoreContents(client: Client, backup: string): Promise<number> {
  const { rows } = await client.query<Row>(
    `select id, size from desk.papers cross join unnest('{whole,small}'::text[]) as size
     where removed_at is null and (size = 'whole' or file_type = 'jpeg')`,
  );
  let missing = 0;
  for (const row of rows) {
    const sealed = await readFile(join(folderOf(backup), nameOf(row))).catch(() => undefined);
    if (sealed === undefined) missing += 1;
    else
      await client.query('insert into desk.paper_contents values ($1, $2, $3)', [row.id, row.size, sealed]);
  }
  return missing;
}
