import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const DIST = join(import.meta.dirname, '../../dist');

/** Every page of the built site. There is no `/404`: so that address shows the not-found page. */
export const PATHS: readonly string[] = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html'))
  .map((file) => `/${file.replace(/(?:index)?\.html$/, '')}`);
