/**
 * The pictures in the texts of the site: made anew in the sizes of phones and computers, stored once each, and written into
 * the folder of a build or of an export. All of it works as the owner of the tables.
 */
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import * as z from 'zod';
import { bytea, execute, firstRowOf, idsOf, rowsOf, sql, type Db } from '../database/statement.ts';
import type { AcceptedFile } from '../papers/accept-file.ts';
import { Refused, refuseUnless } from '../refused.ts';

/**
 * A phone's screen of 390 pixels, the same with twice as many, and an article's column on a computer with twice as many. The
 * more pixels a screen has, the less one sees of the compression.
 */
const SIZES = [
  { width: 390, quality: 72 },
  { width: 780, quality: 66 },
  { width: 1344, quality: 58 },
];

const NOT_A_PICTURE = 'This is not a picture. Send a JPEG, PNG or WebP.';
const NOT_ARRIVED = 'The picture did not arrive as a whole. Please send it again.';

type Size = { width: number; height: number; contents: Buffer };

/** Makes the sizes of a picture, the smallest first. One that is smaller than a size is not enlarged. */
async function makeSizes(picture: Buffer): Promise<Size[]> {
  const { width: whole } = await sharp(picture).metadata();
  const needed = SIZES.filter(({ width }, index) => width <= whole || (SIZES[index - 1]?.width ?? 0) < whole);
  const sizes: Size[] = [];
  for (const { width, quality } of needed) {
    const { data, info } = await sharp(picture)
      .resize({ width, withoutEnlargement: true })
      .webp({ quality, effort: 5 })
      .toBuffer({ resolveWithObject: true });
    sizes.push({ width: info.width, height: info.height, contents: data });
  }
  return sizes;
}

const pictureSchema = z.object({ id: z.string(), width: z.int(), height: z.int() });
export type SitePicture = z.output<typeof pictureSchema>;

/**
 * Stores a picture that `acceptFile` has made anew. The same picture is stored once.
 *
 * @param file undefined if its upload has ended, because it was stored before
 * @throws {Refused} 422 if it is a PDF; 409 if it did not arrive
 */
export async function storePicture(
  db: Db,
  { uploadId, by }: { uploadId: string; by: string },
  file: AcceptedFile | undefined,
): Promise<SitePicture> {
  if (!file) {
    const stored = await firstRowOf(
      db,
      pictureSchema,
      sql`select id, width, height from desk.site_pictures where upload_id = ${uploadId}`,
    );
    if (!stored) throw new Refused(409, 'upload', NOT_ARRIVED);
    return stored;
  }
  refuseUnless(file.fileType === 'jpeg', 'file', NOT_A_PICTURE);
  const sizes = await makeSizes(file.whole);
  const largest = sizes.at(-1);
  if (!largest) throw new Error('A picture has at least one size.');
  const id = createHash('sha256').update(largest.contents).digest('hex').slice(0, 20);
  await execute(
    db,
    sql`
      insert into desk.site_pictures (id, width, height, upload_id, added_by)
      values (${id}, ${largest.width}, ${largest.height}, ${uploadId}, ${by})
      on conflict (id) do update set upload_id = excluded.upload_id, added_at = now()`,
  );
  for (const { width, contents } of sizes) await storeSize(db, id, width, contents);
  return { id, width: largest.width, height: largest.height };
}

const storeSize = (db: Db, id: string, width: number, contents: Buffer) =>
  execute(
    db,
    sql`insert into desk.site_picture_sizes values (${id}, ${width}, ${contents}) on conflict do nothing`,
  );

/** How long a picture is kept that no text names. An owner's device may still have unsent words with it. */
const UNUSED_DAYS = 30;

/** Deletes the pictures that were added long ago, and that no kept version of the site and no change names. */
export const deleteUnusedPictures = (db: Db) =>
  execute(
    db,
    sql`
      delete from desk.site_pictures
      where added_at < now() - make_interval(days => ${UNUSED_DAYS}) and not exists (
        select from desk.site_versions where strpos(content::text, site_pictures.id) > 0
        union all
        select from desk.site_changes where strpos(value::text, site_pictures.id) > 0
      )`,
  );

/** @returns the smallest size that is sharp beside the text at the desk; undefined if there is no such picture */
export async function readPicture(db: Db, id: string): Promise<Buffer | undefined> {
  const size = await firstRowOf(
    db,
    z.object({ contents: bytea }),
    sql`
      select contents from desk.site_picture_sizes
      where picture_id = ${id} order by width < 780, abs(width - 780) limit 1`,
  );
  return size?.contents;
}

const PICTURE = /<Picture\b[^<>]{0,2000}?\bid="([0-9a-f]{20})"/g;

/** The ids of the pictures in a text. */
export const pictureIdsIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(PICTURE), ([, id = '']) => id)),
];

/** The pictures among the program's files: an export into the repository writes them there. */
const INSTALLED = globSync('*.webp', { cwd: join(import.meta.dirname, '../../src/content/pictures') });

/** Finds the ids without a picture, both in the database and among the program's files. */
export async function findMissingPictures(db: Db, ids: readonly string[]): Promise<string[]> {
  const missing = await idsOf(
    db,
    sql`
      select id from unnest(${ids}::text[]) as given (id)
      where not exists (select from desk.site_picture_sizes where picture_id = id)`,
  );
  return missing.filter((id) => !INSTALLED.some((name) => name.startsWith(`${id}-`)));
}

/** Writes pictures as files into `folder/pictures`, as the build reads them (`src/components/prose/Picture.astro`). */
export async function writePictures(db: Db, ids: readonly string[], folder: string): Promise<void> {
  for (const id of ids) {
    const sizes = await rowsOf(
      db,
      z.object({ width: z.int(), contents: bytea }),
      sql`select width, contents from desk.site_picture_sizes where picture_id = ${id}`,
    );
    if (sizes.length > 0) await mkdir(join(folder, 'pictures'), { recursive: true });
    for (const { width, contents } of sizes)
      await writeFile(join(folder, 'pictures', `${id}-${width}.webp`), contents);
  }
}

/** Stores the files that `writePictures` has written. @throws {Error} naming a file that is not what its name says */
export async function readPictures(db: Db, folder: string): Promise<void> {
  const files = globSync('pictures/*.webp', { cwd: folder }).map((file) => join(folder, file));
  const named = files.map((file) => ({ file, name: /^([0-9a-f]{20})-(\d+)\.webp$/.exec(basename(file)) }));
  const widths = named.map(({ file, name }) => ({ file, id: name?.[1] ?? '', width: Number(name?.[2]) }));
  for (const { file, id, width } of widths.toSorted((one, other) => other.width - one.width)) {
    const contents = await readFile(file);
    const { format, width: found, height } = await sharp(contents).metadata();
    if (format !== 'webp' || found !== width || id === '') {
      throw new Error(
        `${basename(file)} is not a picture that was exported: its name or its contents differ.`,
      );
    }
    // The largest comes first.
    await execute(
      db,
      sql`
        insert into desk.site_pictures (id, width, height, upload_id)
        values (${id}, ${width}, ${height}, gen_random_uuid()) on conflict (id) do update set added_at = now()`,
    );
    await storeSize(db, id, width, contents);
  }
}
