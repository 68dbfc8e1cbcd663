/** The site's documents as files: what a new installation begins with, what the build reads, and what is exported. */
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse, stringify } from 'yaml';
import * as z from 'zod';
import { createSite } from '#src/create-site.ts';
import type { Db } from '../database/statement.ts';
import { kindOf, valueSchema, type Content, type Problem, type Value } from './documents.ts';
import { findMissingPictures, pictureIdsIn, writePictures } from './pictures.ts';

const INSTALLED = join(import.meta.dirname, '../../src/content');

const FRONT_MATTER = /^---\r?\n(.*?)^---\r?\n(?:\r?\n)?(.*)$/ms;

/** @throws {Error} if the text of the file cannot be read as a document */
function readDocument(path: string, text: string): Value {
  if (!path.endsWith('.md')) return valueSchema.parse(parse(text));
  const [, frontMatter = '', body = text] = FRONT_MATTER.exec(text) ?? [];
  return { ...z.record(z.string(), z.unknown()).parse(parse(frontMatter) ?? {}), body };
}

function writeDocument(path: string, value: Value): string {
  const toYaml = (given: unknown) => stringify(given, { lineWidth: 0 });
  if (!path.endsWith('.md') || Array.isArray(value)) return toYaml(value);
  const { body, ...frontMatter } = value;
  return `---\n${toYaml(frontMatter)}---\n\n${String(body)}`;
}

const pictureIdsOf = (value: Value): string[] =>
  !Array.isArray(value) && typeof value.body === 'string' ? pictureIdsIn(value.body) : [];

/** Finds texts with a picture that was deleted: no text had named it for long, and then an owner put older words back. */
export async function findPictureProblems(db: Db, content: Content): Promise<Problem[]> {
  const ids = new Map(Object.entries(content).map(([path, value]) => [path, pictureIdsOf(value)]));
  const missing = await findMissingPictures(db, [...ids.values()].flat());
  return [...ids]
    .filter(([, own]) => own.some((id) => missing.includes(id)))
    .map(([path]) => ({
      path,
      field: ['body'],
      message:
        'A picture in this text is no longer stored. Find the place where it could not be loaded, and take it out or add it again.',
    }));
}

/** @throws {Error} naming the file that cannot be read */
export async function readContentFolder(folder: string): Promise<Content> {
  const content: Content = {};
  for (const path of globSync('**/*.{yaml,md}', { cwd: folder }).sort()) {
    if (kindOf(path) === undefined) continue;
    try {
      content[path] = readDocument(path, await readFile(join(folder, path), 'utf8'));
    } catch (cause) {
      throw new Error(`${path} cannot be read: ${String(cause)}`, { cause });
    }
  }
  return content;
}

/** What the site has before an owner publishes: the files of the repository, and the firm as the environment sets it. */
export async function readInstalledContent(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Content> {
  return { ...(await readContentFolder(INSTALLED)), 'firm.yaml': createSite(environment) };
}

/** Writes the documents, and the pictures in them, in the layout of `src/content`. */
export async function writeContentFolder(db: Db, folder: string, content: Content): Promise<void> {
  for (const [path, value] of Object.entries(content)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), writeDocument(path, value));
  }
  await writePictures(db, [...new Set(Object.values(content).flatMap(pictureIdsOf))], folder);
}
