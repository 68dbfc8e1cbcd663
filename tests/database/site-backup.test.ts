/** The published versions of the site in a backup: ten of them, each with another word and another picture. */
import { createHash, randomUUID } from 'node:crypto';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Client } from 'pg';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { backUp } from '#server/operations/backup.ts';
import { readBackup, restore } from '#server/operations/restore.ts';
import { acceptFile } from '#server/papers/accept-file.ts';
import { buildVariables } from '#server/publishing/build-site.ts';
import { readInstalledContent } from '#server/publishing/content-files.ts';
import { pictureIdsIn, storePicture, writePictures } from '#server/publishing/pictures.ts';
import { hashSources } from '#server/publishing/site-sources.ts';
import {
  deleteOldVersions,
  listVersions,
  publishVersion,
  readLive,
  readVersion,
  storeVersion,
} from '#server/publishing/versions.ts';
import { openSite } from '#server/site/site.ts';
import { createTestDatabase } from '../support/database/test-database.ts';
import { waitUntil } from '../support/runner/wait-until.ts';
import { createTemporaryFolder } from '../support/runner/temporary-folder.ts';
import { ownerOf, openRoutesPool, openTestPublishing } from '../support/desk/desk-door.ts';
import { PUBLISHABLE_KEY } from '../support/server/publishable-key.ts';
import { DIST } from '../support/site/built-pages.ts';

const OWNER = randomUUID();
const ARTICLE = 'articles/broken-property-chain-guide.md';
const NUMBERS = Array.from({ length: 10 }, (_, index) => index + 1);
const wordOf = (number: number) => `Headline number ${number}.`;

/** The hashes of the files below a folder, by their path. */
const filesOf = (folder: string) =>
  Object.fromEntries(
    globSync('**/*.*', { cwd: folder })
      .sort()
      .map((file) => [
        file,
        createHash('sha256')
          .update(readFileSync(join(folder, file)))
          .digest('hex'),
      ]),
  );

const picturesOf = async (client: Client, ids: readonly string[]) => {
  const folder = createTemporaryFolder();
  await writePictures(client, ids, folder);
  return filesOf(folder);
};

/** Publishes a site with another headline, and with a picture in an article. @returns the files of its folder */
async function publish(client: Client, number: number) {
  const photo = sharp({
    create: { width: 900, height: 600, channels: 3, background: { r: number * 20, g: 90, b: 60 } },
  });
  const file = await acceptFile(await photo.jpeg().toBuffer());
  const picture = await storePicture(client, { uploadId: randomUUID(), by: OWNER }, file);
  const content = await readInstalledContent({});
  const article = content[ARTICLE] as { body: string };
  const body = `${article.body}\n\n<Picture id="${picture.id}" alt="A gable" />\n`;

  const directory = createTemporaryFolder();
  cpSync(DIST, directory, { recursive: true });
  const home = join(directory, 'index.html');
  writeFileSync(home, readFileSync(home, 'utf8').replace('</h1>', ` ${wordOf(number)}</h1>`));
  await writePictures(client, [picture.id], directory);
  const version = await storeVersion(client, {
    directory,
    content: { ...content, [ARTICLE]: { ...article, body } },
    builtWith: await hashSources(buildVariables(PUBLISHABLE_KEY)),
    changes: ['Home page'],
    by: OWNER,
  });
  await publishVersion(client, version, OWNER);
  await deleteOldVersions(client);
  const files = filesOf(directory);
  rmSync(directory, { recursive: true });
  return { number, version, picture: picture.id, files };
}

/** Serves the published site of a database. `directories` are the folders that were served, the last one now. */
async function serve(url: string, pool = openRoutesPool(url, 'desk')) {
  const publishing = openTestPublishing(pool, ownerOf(url));
  const directories = [await publishing.findDirectory()];
  const site = openSite(directories[0] ?? '', { headers: {} });
  publishing.start({
    open: site.open,
    use(from) {
      directories.push(from);
      site.use(from);
    },
  });
  return { publishing, site, directories };
}

test('after a restore into an empty installation, the same version is published, and one can go back to each of ten with its picture', async () => {
  const [{ admin: source }, { admin: target, url }] = await Promise.all([
    createTestDatabase(),
    createTestDatabase(),
  ]);
  await source.query(`insert into desk.staff (user_id, name, role) values ($1, 'Ann', 'owner')`, [OWNER]);
  const published = [];
  for (const number of NUMBERS) published.push(await publish(source, number));
  const ids = published.map(({ picture }) => picture);
  expect(new Set(ids).size).toBe(10);

  const path = join(createTemporaryFolder(), 'all.backup');
  await backUp(source, path, PUBLISHABLE_KEY);
  await restore(target, path, await readBackup(path), () => undefined);
  expect(await listVersions(target)).toEqual(await listVersions(source));
  const pictures = await picturesOf(target, ids);
  expect(Object.keys(pictures)).toHaveLength(30);
  expect(pictures).toEqual(await picturesOf(source, ids));

  const { publishing, site, directories } = await serve(url);
  expect(filesOf(directories[0] ?? '')).toEqual(published.at(-1)?.files);
  for (const { number, version, picture, files } of published) {
    await publishing.goBackTo(version, OWNER);
    expect(site.homePage).toContain(wordOf(number));
    expect(filesOf(directories.at(-1) ?? '')).toEqual(files);
    const { content } = await readVersion(target, version);
    expect(pictureIdsIn((content[ARTICLE] as { body: string }).body)).toEqual([picture]);
  }
  await publishing.stop();
});

test('of two versions that are published one after the other, the later one stays, also if the first takes longer to unpack', async () => {
  const { admin, url } = await createTestDatabase();
  await admin.query(`insert into desk.staff (user_id, name, role) values ($1, 'Ann', 'owner')`, [OWNER]);
  const slow = await publish(admin, 1);
  const quick = await publish(admin, 2);
  const pool = openRoutesPool(url, 'desk');
  const { publishing, site, directories } = await serve(url, pool);
  // From now on, files are read from the database only after the release. Those of `quick` are unpacked already.
  const released = Promise.withResolvers<undefined>();
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  let isUnpacked = false;
  pool.query = (async (...args: unknown[]) => {
    if (JSON.stringify(args[0]).includes('site_files')) {
      isUnpacked = true;
      await released.promise;
    }
    return query(...args);
  }) as never;
  const first = publishing.goBackTo(slow.version, OWNER);
  await waitUntil('the first is being unpacked', () => Promise.resolve(isUnpacked));
  const second = publishing.goBackTo(quick.version, OWNER);
  await waitUntil('the second is published', async () => (await readLive(admin))?.id === quick.version);
  released.resolve(undefined);
  await Promise.all([first, second]);
  await publishing.stop();
  expect(directories.map((directory) => basename(directory).split('-')[0])).toEqual([
    quick.version,
    slow.version,
    quick.version,
  ]);
  expect(site.homePage).toContain(wordOf(2));
});
