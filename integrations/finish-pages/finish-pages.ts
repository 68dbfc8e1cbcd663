import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { init, parse } from 'es-module-lexer';
import { transform } from 'lightningcss';
import { SPECULATION_RULES } from '../../src/browser/speculation-rules.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { criticalStyles, endOfFirstScreen, laterStyles, parseSheet } from './critical-styles.ts';
import {
  assignShortClasses,
  classAttributesIn,
  classesIn,
  shortenAttributes,
  shortenStyles,
} from './shorten-classes.ts';

const STYLE = /<style>([^]*?)<\/style>/g;
const CHARSET = '<meta charset="utf-8">';
const INLINE_SCRIPT = /<script>([^]*?)<\/script>/g;
const MODULE = /<script type="module" src="([^"]+)">/g;

type Site = {
  /** The pages as Astro wrote them, all with the same styles. */
  pages: Iterable<string>;
  /** The code of the site's scripts by their URLs. Classes that occur in it keep their names: a script may set them. */
  scripts: ReadonlyMap<string, string>;
  /** Origins that the scripts may call, in addition to the site's. */
  connectSources: readonly string[];
};

const cspHashOf = (inline: string) => `sha256-${createHash('sha256').update(inline).digest('base64')}`;

const inlineScriptsIn = (page: string) => Array.from(page.matchAll(INLINE_SCRIPT), ([, code = '']) => code);

const minify = (css: string) =>
  transform({ filename: 'page.css', code: Buffer.from(css), minify: true }).code.toString();

/** The URLs of all scripts that one script loads before it runs: its static imports, and theirs. */
function importsOf(url: string, scripts: Site['scripts'], found = new Set<string>()): Set<string> {
  for (const { n: specifier, d: dynamic } of parse(scripts.get(url) ?? '')[0]) {
    if (specifier === undefined || dynamic !== -1) continue;
    const imported = new URL(specifier, `file://${url}`).pathname;
    if (!found.has(imported)) importsOf(imported, scripts, found.add(imported));
  }
  return found;
}

/**
 * Prepares the style sheet of a site, and a function that finishes each of its pages. A finished page has its critical
 * CSS in the head, a link to the style sheet where the first screen ends, one short class per element, `async` scripts,
 * and a Content Security Policy with the hashes of its inline style, its inline scripts and the speculation rules that a
 * script adds later.
 *
 * The script of every page has low priority. A script that imports others shows what the page is for: it and all that
 * it imports are requested at once (`modulepreload`). Otherwise the browser would find each file only in the one before.
 *
 * The browser paints the HTML above a style sheet's link without waiting for the sheet, and the HTML below it when the
 * sheet has arrived, so nothing is ever shown without its styles.
 *
 * @throws {Error} when pages differ in their styles, or a script builds a class name from parts
 */
export function finishSite({ pages, scripts, connectSources }: Site) {
  const sheets = new Set<string>();
  const attributes = new Map<string, number>();
  for (const page of pages) {
    sheets.add(Array.from(page.matchAll(STYLE), ([, css]) => css ?? '').join('\n'));
    for (const name of classAttributesIn(page)) attributes.set(name, (attributes.get(name) ?? 0) + 1);
  }
  const [sheet = '', ...others] = sheets;
  if (others.length > 0)
    throw new Error('Pages have different styles: import every style sheet in src/styles/global.css.');

  const wordsInScripts = new Set([...scripts.values()].flatMap((script) => script.split(/[\s"'`]+|\$\{/)));
  const classes = classesIn(sheet);
  const kept = new Set(classes.filter((name) => wordsInScripts.has(name)));
  for (const word of wordsInScripts) {
    const isPart = /^[a-z].*-$/.test(word);
    // Class names with a colon are left out: `aria-disabled:hidden` begins with `aria-`, which scripts have on their own.
    if (isPart && classes.some((name) => name.startsWith(word) && !name.includes(':') && !kept.has(name)))
      throw new Error(
        `A script builds class names that begin with “${word}”. Write each in full, or the build removes its styles.`,
      );
  }
  const shortClasses = assignShortClasses(attributes, kept);
  const parsedSheet = parseSheet(sheet);
  const imports = new Map(Array.from(scripts.keys(), (url) => [url, [...importsOf(url, scripts)]]));

  function criticalStylesOf(firstScreen: string): string {
    const used = new Set(classAttributesIn(firstScreen));
    const usedShortClasses = new Map([...shortClasses].filter(([attribute]) => used.has(attribute)));
    return minify(shortenStyles(criticalStyles(parsedSheet, firstScreen), usedShortClasses));
  }

  /** @param stylesUrl the URL of the file with `styles` */
  function finishPage(html: string, stylesUrl: string): string {
    const unstyled = html.replace(STYLE, '');
    const end = endOfFirstScreen(unstyled);
    const [head = '', body, ...rest] = unstyled.slice(0, end).split('</head>');
    if (!head.includes(CHARSET) || body === undefined || rest.length > 0)
      throw new Error(
        `A page has no place for its styles or its Content Security Policy: no ${CHARSET} or no </head>.`,
      );
    const inlineStyles = criticalStylesOf(head + body);
    const policy = contentSecurityPolicy({
      scriptHashes: [SPECULATION_RULES, ...inlineScriptsIn(unstyled)].map(cspHashOf),
      styleHashes: [cspHashOf(inlineStyles)],
      connectSources,
    });
    const preloads = new Set<string>();
    for (const [, url = ''] of unstyled.matchAll(MODULE)) {
      const imported = imports.get(url) ?? [];
      if (imported.length > 0) for (const needed of [url, ...imported]) preloads.add(needed);
    }
    const sizeOf = (url: string) => scripts.get(url)?.length ?? 0;
    const finished = [
      head.replace(CHARSET, `${CHARSET}<meta http-equiv="content-security-policy" content="${policy}">`),
      // The largest first, because a browser loads only six files at once over HTTP/1.1.
      ...[...preloads]
        .sort((one, other) => sizeOf(other) - sizeOf(one))
        .map((url) => `<link rel="modulepreload" href="${url}">`),
      `<style>${inlineStyles}</style></head>`,
      body,
      `<link rel="stylesheet" href="${stylesUrl}" fetchpriority="low">`,
      unstyled.slice(end),
    ].join('');
    return shortenAttributes(finished, shortClasses).replaceAll(MODULE, (_tag, url: string) => {
      const priority = imports.get(url)?.length ? '' : 'fetchpriority="low" ';
      return `<script type="module" async ${priority}src="${url}">`;
    });
  }

  return {
    styles: minify(shortenStyles(laterStyles(parsedSheet), shortClasses, kept)),
    finishPage,
  };
}

/** Reads one file at a time, so that the thousands of pages of a large site are never in memory together. */
function* readEach(files: readonly string[], read: (file: string) => string) {
  for (const file of files) yield read(file);
}

/**
 * Rewrites the pages at the end of a build (see `finishSite`).
 *
 * @param backendUrl the URL that the forms send to, or an empty string if it is the site's origin
 */
export function finishPages(backendUrl: string): AstroIntegration {
  return {
    name: 'finish-pages',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        await init;
        const dist = fileURLToPath(dir);
        const read = (file: string) => readFileSync(join(dist, file), 'utf8');
        // Sorted, so that every machine gives the classes the same names.
        const files = globSync('**/*.html', { cwd: dist }).sort();
        const site = finishSite({
          pages: readEach(files, read),
          scripts: new Map(globSync('_astro/*.js', { cwd: dist }).map((file) => [`/${file}`, read(file)])),
          connectSources: backendUrl ? [new URL(backendUrl).origin] : [],
        });
        const hash = createHash('sha256').update(site.styles).digest('base64url').slice(0, 8);
        const stylesUrl = `/_astro/styles.${hash}.css`;
        writeFileSync(join(dist, stylesUrl), site.styles);
        for (const file of files) writeFileSync(join(dist, file), site.finishPage(read(file), stylesUrl));
      },
    },
  };
}
