import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { transform } from 'lightningcss';
import { PREFETCH_RULES } from '../components/sections/prefetch-rules.ts';
import { CLASS_SELECTOR, unescapeName } from './class-selector.ts';
import {
  classAttributesIn,
  classesIn,
  composeAttributes,
  composeStyles,
  withoutClasses,
} from './compose-classes.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { criticalStyles, firstScreenOf, parseSheet } from './critical-styles.ts';
import { namesInScripts, propertiesIn } from './names.ts';
import { pruneStyles } from './prune-styles.ts';
import { shortenProperties, shortPropertiesOf } from './shorten-properties.ts';
import { countInto, shortNames } from './short-names.ts';

const STYLE = /<style>([^]*?)<\/style>/g;
/** Marks between texts, which only an island needs, to come to life; and an island, to its end (`Island.astro`). */
const TEXT_MARKS = /(<div data-island=[^]*?)<!--island-->|<!-- -->/g;
const CHARSET = '<meta charset="utf-8">';
const MODULE = '<script type="module" src=';
/** `layouts/FirstPaint.astro`, as Astro names its script. */
const FIRST_PAINT = /<script type="module" src="\/(_astro\/FirstPaint\.[^"]+)"><\/script>/;

type Site = {
  /** The pages as Astro wrote them, all with one style sheet. */
  pages: Iterable<string>;
  /** Their scripts in files: what these name keeps its name. */
  scripts: readonly string[];
  /** The script that stands in each page's head. */
  firstPaint: string;
  /** Origins that the scripts may call, besides the site's own. */
  connectSources: readonly string[];
};

type FinishedSite = {
  /** Every page's styles: its address goes into the pages. */
  styles: string;
  /** @param stylesUrl where they are */
  finishPage: (html: string, stylesUrl: string) => string;
};

const sourceOf = (inline: string) => `sha256-${createHash('sha256').update(inline).digest('base64')}`;

const minify = (css: string) =>
  transform({ filename: 'page.css', code: Buffer.from(css), minify: true }).code.toString();

/** @throws {Error} when the page has no such part: what belongs in its place would be missing without a word */
function replacePart(html: string, part: string | RegExp, replacement: string): string {
  const replaced = html.replace(part, () => replacement);
  if (replaced === html) throw new Error(`A page has no place for its styles or policy: no ${String(part)}.`);
  return replaced;
}

/**
 * The styles of a whole site, and what each of its pages gets last: the part of them that its first screen needs,
 * one short class for an element, a low priority for its script, and a policy that names what stands in it.
 *
 * @throws {Error} when pages differ in their style sheets
 */
export function finishSite({ pages, scripts, firstPaint, connectSources }: Site): FinishedSite {
  const inScripts = namesInScripts(scripts);
  const sheets = new Set<string>();
  const attributes = new Map<string, number>();
  const properties = new Set(inScripts.properties);
  for (const page of pages) {
    const markup = page.replace(STYLE, '');
    sheets.add(Array.from(page.matchAll(STYLE), ([, css]) => css ?? '').join('\n'));
    countInto(attributes, classAttributesIn(markup));
    for (const name of propertiesIn(withoutClasses(markup))) properties.add(name);
  }
  const [sheet = '', ...others] = sheets;
  if (others.length > 0)
    throw new Error('Pages have different styles: import them all in styles/global.css.');

  const parsedSheet = parseSheet(sheet);
  const styled = Array.from(sheet.matchAll(CLASS_SELECTOR), ([, name = '']) => unescapeName(name));
  const kept = new Set(styled.filter((name) => inScripts.classes.has(name)));
  const compositions = shortNames(attributes, (name) => kept.has(name));
  const classes = new Set([...kept, ...[...compositions.keys()].flatMap(classesIn)]);
  const pruned = pruneStyles(sheet, { classes, properties });
  const shortProperties = shortPropertiesOf(pruned, (name) => properties.has(name));
  const styles = minify(shortenProperties(composeStyles(pruned, compositions, kept), shortProperties));

  function firstStylesOf(html: string): string {
    const firstScreen = firstScreenOf(html);
    const used = new Set(classAttributesIn(firstScreen));
    const critical = pruneStyles(criticalStyles(parsedSheet, firstScreen), {
      classes: new Set([...used].flatMap(classesIn)),
      properties,
    });
    const usedCompositions = new Map([...compositions].filter(([attribute]) => used.has(attribute)));
    return minify(shortenProperties(composeStyles(critical, usedCompositions), shortProperties));
  }

  function finishPage(html: string, stylesUrl: string): string {
    const unstyled = html.replace(STYLE, '');
    const firstStyles = firstStylesOf(unstyled);
    const policy = contentSecurityPolicy({
      scriptHashes: [firstPaint, PREFETCH_RULES].map(sourceOf),
      styleHashes: [sourceOf(firstStyles)],
      connectSources,
    });
    const head = [
      `<style>${firstStyles}</style>`,
      `<noscript><link rel="stylesheet" href="${stylesUrl}"></noscript>`,
      `<script>${firstPaint}</script>`,
    ].join('');
    const markup = replacePart(
      replacePart(unstyled, FIRST_PAINT, head),
      CHARSET,
      `${CHARSET}<meta http-equiv="content-security-policy" content="${policy}">`,
    );
    // The elements of a drawing may close themselves.
    return composeAttributes(markup.replaceAll('></path>', '/>'), compositions)
      .replace(TEXT_MARKS, (_, island: string | undefined) => island ?? '')
      .replaceAll(MODULE, '<script type="module" fetchpriority="low" src=');
  }

  return { styles, finishPage };
}

/**
 * A module as a script that stands in a page.
 *
 * @throws {Error} when it is more than that: it would stop in every page
 */
function inlineScript(module: string): string {
  if (/\b(?:import|export)\b|<\/script/.test(module))
    throw new Error('layouts/first-paint.ts imports something.');
  return `(()=>{${module.trim()}})()`;
}

/** One after the other: a site may have thousands of pages. */
function* readEach(files: readonly string[], read: (file: string) => string) {
  for (const file of files) yield read(file);
}

/** @param backendUrl where the forms send to, when that is not the site itself */
export function finishPages(backendUrl: string): AstroIntegration {
  return {
    name: 'finish-pages',
    hooks: {
      'astro:build:done': ({ dir }) => {
        const dist = fileURLToPath(dir);
        const read = (file: string) => readFileSync(join(dist, file), 'utf8');
        // In an order that every machine has: the names in the sheet, and its address, go by it.
        const files = globSync('**/*.html', { cwd: dist }).sort();
        const [, firstPaint] = FIRST_PAINT.exec(read('404.html')) ?? [];
        if (firstPaint === undefined)
          throw new Error('The not-found page does not name layouts/first-paint.ts.');
        const site = finishSite({
          pages: readEach(files, read),
          scripts: globSync('_astro/*.js', { cwd: dist }).map(read),
          firstPaint: inlineScript(read(firstPaint)),
          connectSources: backendUrl ? [new URL(backendUrl).origin] : [],
        });
        rmSync(join(dist, firstPaint));
        const hash = createHash('sha256').update(site.styles).digest('base64url').slice(0, 8);
        const stylesUrl = `/_astro/styles.${hash}.css`;
        writeFileSync(join(dist, stylesUrl), site.styles);
        for (const file of files) writeFileSync(join(dist, file), site.finishPage(read(file), stylesUrl));
      },
    },
  };
}
