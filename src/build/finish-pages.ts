import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { load } from 'cheerio';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { namesInScripts, propertiesIn, type Names } from './names.ts';
import { pruneStyles } from './prune-styles.ts';
import { shortenNames } from './shorten-names.ts';

const STYLE = /<style>([^]*?)<\/style>/g;
const CHARSET = '<meta charset="utf-8">';
const MODULE = '<script type="module" src=';

/**
 * What every built page gets last: no style that it cannot use, short names, a script that lets the fonts go first
 * (it waits for a touch), and a policy that names its styles.
 */
export function finishPage(html: string, inScripts: Names, connectSources: readonly string[]): string {
  const markup = html.replace(STYLE, '');
  const classes = load(markup)('[class]')
    .map((_, element) => element.attribs.class)
    .get()
    .flatMap((value) => value.split(/\s+/));
  const used = {
    classes: new Set([...inScripts.classes, ...classes]),
    properties: new Set([...inScripts.properties, ...propertiesIn(markup)]),
  };
  const pruned = html.replace(STYLE, (_, css: string) => `<style>${pruneStyles(css, used)}</style>`);
  const finished = shortenNames(pruned, inScripts).replaceAll(
    MODULE,
    '<script type="module" fetchpriority="low" src=',
  );
  const styles = Array.from(finished.matchAll(STYLE), ([, style]) => style ?? '');
  const hashes = styles.map((style) => `sha256-${createHash('sha256').update(style).digest('base64')}`);
  if (!finished.includes(CHARSET))
    throw new Error('A page has no place for its policy: the charset is missing.');
  const policy = contentSecurityPolicy({ styleHashes: hashes, connectSources });
  return finished.replace(
    CHARSET,
    `${CHARSET}<meta http-equiv="content-security-policy" content="${policy}">`,
  );
}

/** @param backendUrl where the forms send to, when that is not the site itself */
export function finishPages(backendUrl: string): AstroIntegration {
  return {
    name: 'finish-pages',
    hooks: {
      'astro:build:done': ({ dir }) => {
        const dist = fileURLToPath(dir);
        const read = (file: string) => readFileSync(join(dist, file), 'utf8');
        const inScripts = namesInScripts(globSync('_astro/*.js', { cwd: dist }).map(read));
        const connectSources = backendUrl ? [new URL(backendUrl).origin] : [];
        for (const file of globSync('**/*.html', { cwd: dist })) {
          writeFileSync(join(dist, file), finishPage(read(file), inScripts, connectSources));
        }
      },
    },
  };
}
