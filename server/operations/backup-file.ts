import { createHash } from 'node:crypto';
import { open, stat, type FileHandle } from 'node:fs/promises';
import * as z from 'zod';
import { TABLES, type Table } from '../database/tables.ts';

/**
 * A backup is one file: an identifying first line, the tables in the format of PostgreSQL's COPY, the manifest (one
 * line of JSON with the position of each table), and a checksum.
 */
export const FIRST_LINE = 'house buyer backup, format 1\n';

const offset = z.int().min(FIRST_LINE.length);

const manifestSchema = z.object({
  createdAt: z.iso.datetime(),
  /** The migrations that had been applied to the database. */
  migrations: z.array(z.string()),
  /** The publishable key in the pages, so that pages that are already open or built keep working. */
  publishableKey: z.string().optional(),
  tables: z.array(
    z.object({
      name: z.enum(TABLES),
      columns: z.array(z.string()),
      rows: z.int().min(0),
      /** Where the table begins and ends in the file, in bytes. */
      start: offset,
      end: offset,
    }),
  ),
});

export type Manifest = z.infer<typeof manifestSchema>;

const CHECKSUM_LENGTH = 'sha256 '.length + 64 + 1;

/** Far more than the manifest of a few tables needs. */
const LONGEST_MANIFEST = 64 * 1024;

export const checksumLine = (sha256: string) => `sha256 ${sha256}\n`;

async function readText(file: FileHandle, start: number, end: number): Promise<string> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
  return buffer.toString('utf8', 0, bytesRead);
}

async function hashUntil(path: string, end: number, onProgress?: () => void): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path);
  for await (const chunk of file.createReadStream({ end: end - 1 })) {
    hash.update(chunk as Buffer);
    onProgress?.();
  }
  return hash.digest('hex');
}

/** The file is certainly not a backup: it begins in another way. */
export class NotABackup extends Error {}

/**
 * Reads the manifest of a backup, after verifying the checksum of the whole file.
 *
 * @throws {Error} in one sentence when the file is not a backup (`NotABackup`), or not a complete one
 */
export async function openBackup(path: string, onProgress?: () => void): Promise<Manifest> {
  const { size } = await stat(path).catch((cause: unknown) => {
    throw new Error(`${path} cannot be read: ${String(cause)}`, { cause });
  });
  const end = size - CHECKSUM_LENGTH;
  const file = await open(path);
  try {
    if ((await readText(file, 0, FIRST_LINE.length)) !== FIRST_LINE) {
      throw new NotABackup(`${path} is not a backup of this product.`);
    }
    const isWhole =
      end > FIRST_LINE.length &&
      (await readText(file, end, size)) === checksumLine(await hashUntil(path, end, onProgress));
    if (!isWhole) throw new Error(`${path} is damaged or not complete: use another backup.`);
    const tail = await readText(file, Math.max(0, end - LONGEST_MANIFEST), end);
    const manifest = tail.slice(tail.lastIndexOf('\n', tail.length - 2) + 1);
    return manifestSchema.parse(JSON.parse(manifest));
  } finally {
    await file.close();
  }
}

/** Reads the rows of a small table in a backup, with each value as COPY writes it. */
export async function readRows(
  path: string,
  { tables }: Manifest,
  name: Table,
): Promise<Record<string, string>[]> {
  const table = tables.find((each) => each.name === name);
  if (!table) return [];
  const file = await open(path);
  const text = await readText(file, table.start, table.end).finally(() => file.close());
  const rows = text.split('\n').slice(0, -1);
  return rows.map((row) => {
    const values = row.split('\t');
    return Object.fromEntries(table.columns.map((column, index) => [column, values[index] ?? '']));
  });
}
