/** The pictures of the site's texts on a real database: what is stored, for whom, and what comes out as files. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  deleteUnusedPictures,
  findMissingPictures,
  pictureIdsIn,
  readPicture,
  readPictures,
  writePictures,
} from '#server/publishing/pictures.ts';
import { createTestDatabase } from '../support/database/test-database.ts';
import { openDeskDatabase } from '../support/desk/desk-database.ts';
import { hostileFiles, HIDDEN } from '../support/papers/hostile-files.ts';
import { A_PDF, sendFile } from '../support/papers/send-file.ts';
import { createTemporaryFolder } from '../support/runner/temporary-folder.ts';

const desk = await openDeskDatabase();
const { admin, owner, staff } = desk;

type Picture = { id: string; width: number; height: number };
type Person = typeof owner;

const photo = (width: number, height: number, colour = '#b43') =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .withExif({ IFD0: { Copyright: HIDDEN } })
    .toBuffer();

async function send(bytes: Buffer, who: Person = owner): Promise<string> {
  const id = randomUUID();
  await sendFile((name, given) => who.call(name, given), { lead_id: null }, id, bytes);
  return id;
}
const add = (uploadId: string) => owner.call<Picture>('add_site_picture', { upload_id: uploadId });

async function sizesOf(id: string) {
  const { rows } = await admin.query<{ width: number; contents: Buffer }>(
    'select width, contents from desk.site_picture_sizes where picture_id = $1 order by width',
    [id],
  );
  return rows;
}

test('a photograph is made anew in three widths, and nothing but its pixels is kept', async () => {
  const picture = await add(await send(await photo(3000, 2000)));
  expect(picture).toMatchObject({ width: 1344, height: 896 });
  const sizes = await sizesOf(picture.id);
  expect(sizes.map(({ width }) => width)).toEqual([390, 780, 1344]);
  for (const { width, contents } of sizes) {
    const described = await sharp(contents).metadata();
    expect(described).toMatchObject({ format: 'webp', width });
    expect(described.exif).toBeUndefined();
    expect(contents.includes(HIDDEN)).toBe(false);
  }
  expect(await readPicture(admin, picture.id)).toEqual(sizes[1]?.contents);
  expect(await readPicture(admin, 'f'.repeat(20))).toBeUndefined();
});

test.each([
  [1000, [390, 780, 1000]],
  [500, [390, 500]],
  [390, [390]],
  [200, [200]],
])('a picture of %i pixels is not enlarged', async (width, widths) => {
  const { id } = await add(await send(await photo(width, 100)));
  expect((await sizesOf(id)).map((size) => size.width)).toEqual(widths);
});

test('the same picture is stored once, and a repeated call finds it', async () => {
  const bytes = await photo(640, 480, '#147');
  const upload = await send(bytes);
  const first = await add(upload);
  expect(await add(upload)).toEqual(first);
  expect(await add(await send(bytes))).toEqual(first);
  const { rowCount } = await admin.query('select from desk.site_pictures where id = $1', [first.id]);
  expect(rowCount).toBe(1);
});

describe('what is no picture is refused, in words', async () => {
  const files = (await hostileFiles()).filter(({ outcome }) => outcome !== 'picture');
  test.each(files)('$what', async ({ bytes }) => {
    const uploadId = bytes.length > 0 ? await send(bytes) : randomUUID();
    const refusal = await owner.attempt('add_site_picture', { upload_id: uploadId });
    expect(refusal).toMatchObject({ code: bytes.length > 0 ? 'PT422' : 'PT409' });
  });

  test('a file of somebody else, or one that did not arrive', async () => {
    expect(await owner.attempt('add_site_picture', { upload_id: randomUUID() })).toMatchObject({
      code: 'PT409',
    });
    const other = await desk.addStaff('Cat Owner', 'owner');
    const theirs = await send(await photo(10, 10), other);
    expect(await owner.attempt('add_site_picture', { upload_id: theirs })).toMatchObject({ code: 'PT409' });
  });
});

test('staff who are not owners see and add nothing', async () => {
  const { id } = await add(await send(await photo(50, 50, '#333')));
  const begun = { lead_id: null, upload_id: randomUUID(), bytes: 10 };
  const calls = [
    ['begin_upload', begun],
    ['upload_part', { lead_id: null, upload_id: begun.upload_id, start: 0, content: 'AAAA' }],
    ['add_site_picture', { upload_id: begun.upload_id }],
    ['read_site_picture', { id }],
  ] as const;
  for (const [name, given] of calls)
    expect(await staff.attempt(name, given), name).toMatchObject({ code: 'PT403', hint: 'owner_only' });
  await expect(desk.pool.query('select from desk.site_pictures')).rejects.toThrow('permission denied');
});

test('finds the pictures of texts', () => {
  const [one, other] = ['a'.repeat(20), 'b'.repeat(20)];
  const text = `x\n\n<Picture id="${one}" alt="A" />\n\n<Picture alt="B" id="${other}" />\n\n<Picture id="${one}" alt="C" />\n\n\\<Picture id="short" />`;
  expect(pictureIdsIn(text)).toEqual([one, other]);
});

test('pictures become files, and files become the same pictures again', async () => {
  const { id } = await add(await send(await photo(900, 600, '#275')));
  const folder = createTemporaryFolder();
  expect(await findMissingPictures(admin, [id, 'f'.repeat(20)])).toEqual(['f'.repeat(20)]);
  await writePictures(admin, [id, 'f'.repeat(20)], folder);
  const names = [390, 780, 900].map((width) => `${id}-${width}.webp`);
  expect((await readdir(join(folder, 'pictures'))).sort()).toEqual(names.sort());

  const { admin: empty } = await createTestDatabase();
  await readPictures(empty, folder);
  await readPictures(empty, folder);
  const again = createTemporaryFolder();
  await writePictures(empty, [id], again);
  for (const name of names)
    expect(await readFile(join(again, 'pictures', name))).toEqual(
      await readFile(join(folder, 'pictures', name)),
    );
  const { rows } = await empty.query('select id, width, height from desk.site_pictures');
  expect(rows).toEqual([{ id, width: 900, height: 600 }]);

  await writeFile(join(folder, 'pictures', `${id}-100.webp`), A_PDF);
  await expect(readPictures(empty, folder)).rejects.toThrow();
});

test('a picture is deleted a month after it was added, unless a kept version or a change names it', async () => {
  const { admin: db } = await createTestDatabase();
  const folder = createTemporaryFolder();
  const colours = ['#111', '#222', '#333', '#444'];
  const ids: string[] = [];
  for (const colour of colours) ids.push((await add(await send(await photo(300, 200, colour)))).id);
  const [inVersion = '', inChange = '', young = '', unused = ''] = ids;
  await writePictures(admin, ids, folder);
  await readPictures(db, folder);
  await db.query(`update desk.site_pictures set added_at = now() - interval '31 days' where id <> $1`, [
    young,
  ]);
  const article = (id: string) => JSON.stringify({ body: `<Picture id="${id}" alt="A house" />` });
  await db.query(
    `insert into desk.site_versions (content, built_with, changes) values (json_build_object('articles/a.md', $1::json), '', '{}')`,
    [article(inVersion)],
  );
  await db.query(`insert into desk.site_changes (path, value, revision) values ('articles/b.md', $1, 1)`, [
    article(inChange),
  ]);
  await deleteUnusedPictures(db);
  expect(await findMissingPictures(db, ids)).toEqual([unused]);
  const { rows } = await db.query<{ id: string }>(
    'select distinct picture_id as id from desk.site_picture_sizes',
  );
  expect(rows.map(({ id }) => id).sort()).toEqual([inVersion, inChange, young].sort());

  // A picture that is added again counts as new.
  await db.query(`update desk.site_changes set value = null, is_open = false`);
  await readPictures(db, folder);
  await deleteUnusedPictures(db);
  expect(await findMissingPictures(db, ids)).toEqual([]);
});
