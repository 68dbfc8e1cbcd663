/** The published versions of the site in a backup: ten of them, each with another word and another picture. */
import { createHash, randomUUID } from 'node:crypto';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  readVersion,
  storeVersion,
} from '#server/publishing/versions.ts';
import { openSite } from '#server/site/site.ts';
import { createTestDatabase } from '../support/database/test-database.ts';
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
  expect(await writePictures(client, ids, folder)).toEqual([]);
  return filesOf(folder);
};

/** Publishes what a build with another headline and a picture in an article gives. @returns the files of its folder */
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

  const publishing = openTestPublishing(openRoutesPool(url, 'desk'), ownerOf(url));
  let directory = await publishing.findDirectory();
  expect(filesOf(directory)).toEqual(published.at(-1)?.files);
  const site = openSite(directory, { headers: {} });
  publishing.start({
    open: site.open,
    use(from) {
      directory = from;
      site.use(from);
    },
  });
  for (const { number, version, picture, files } of published) {
    await publishing.goBackTo(version, OWNER);
    expect(site.homePage).toContain(wordOf(number));
    expect(filesOf(directory)).toEqual(files);
    const { content } = await readVersion(target, version);
    expect(pictureIdsIn([(content[ARTICLE] as { body: string }).body])).toEqual([picture]);
  }
  await publishing.stop();
});
