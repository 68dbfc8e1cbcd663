/** The site's documents as files: what a new installation begins with, what the build reads, and what is exported. */
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parse, stringify } from 'yaml';
import * as z from 'zod';
import { createSite } from '#src/create-site.ts';
import type { Db } from '../database/statement.ts';
import { kindOf, valueSchema, type Content, type Value } from './documents.ts';
import { pictureIdsIn, writePictures } from './pictures.ts';

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

const textsIn = (content: Content): string[] =>
  Object.values(content).flatMap((value) =>
    !Array.isArray(value) && typeof value.body === 'string' ? value.body : [],
  );

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

/** Writes the documents, and the pictures in them, in the layout of `src/content`. @returns the ids of pictures that are missing */
export async function writeContentFolder(db: Db, folder: string, content: Content): Promise<string[]> {
  for (const [path, value] of Object.entries(content)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), writeDocument(path, value));
  }
  return writePictures(db, pictureIdsIn(textsIn(content)), folder);
}
