import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import subsetFont from 'subset-font';

const ROOT = join(import.meta.dirname, '..');
/** The folder of the subsets. `src/styles/fonts.css` and `src/browser/load-fonts.ts` import the files in it. */
const SUBSETS = join(ROOT, '.astro/fonts');
const PACKAGES = join(ROOT, 'node_modules/@fontsource-variable');

const between = (first: string, last: string) => {
  const from = first.charCodeAt(0);
  const count = last.charCodeAt(0) - from + 1;
  return Array.from({ length: count }, (_, index) => String.fromCharCode(from + index)).join('');
};

const LETTERS = between('A', 'Z') + between('a', 'z') + between('0', '9') + ' \u00a0';
const PUNCTUATION = `.,:;!?'()-+/&%£–—‘’“”…`;
/** Letters in Scottish names of people and places. */
const ACCENTS = 'ÀÈÌÒÙàèìòùÉé';

/**
 * The two families. Figtree is also the font of what visitors type, so it has all of ASCII and the letters of western
 * Europe, and alternate glyphs such as tabular figures. Besley has only the characters of headings, and no alternates.
 */
const FONTS = [
  {
    name: 'figtree',
    characters: between(' ', '~') + between('À', 'ÿ') + `\u00a0£€©·×–—‘’‚“”…•™−`,
    hasAlternates: true,
  },
  { name: 'besley', characters: LETTERS + PUNCTUATION + ACCENTS, hasAlternates: false },
];

/**
 * Every non-ASCII character in the site's sources and in the `PUBLIC_SITE_…` variables (the firm's details), so that
 * the fonts lack none of them.
 */
function charactersOfTheSite(): string {
  const files = globSync(['src/**/*.{astro,md,ts,tsx,yaml}', 'supabase/functions/_shared/lead/*.ts'], {
    cwd: ROOT,
  });
  const details = Object.entries(env).flatMap(([name, value = '']) =>
    name.startsWith('PUBLIC_SITE_') ? [value] : [],
  );
  const texts = [...files.map((file) => readFileSync(join(ROOT, file), 'utf8')), ...details];
  return [...new Set(texts.join(''))]
    .filter((character) => character > '~')
    .sort()
    .join('');
}

async function writeSubset(
  { name, characters, hasAlternates }: (typeof FONTS)[number],
  extraCharacters: string,
) {
  const source = readFileSync(join(PACKAGES, name, 'files', `${name}-latin-wght-normal.woff2`));
  const text = characters + extraCharacters;
  const options = {
    targetFormat: 'woff2' as const,
    variationAxes: { wght: { min: 400, max: 700 } },
    noLayoutClosure: !hasAlternates,
  };
  const key = createHash('sha256').update(source).update(JSON.stringify(options)).update(text).digest('hex');
  const file = join(SUBSETS, `${name}.woff2`);
  const stamp = `${file}.key`;
  if (existsSync(file) && existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return;
  mkdirSync(SUBSETS, { recursive: true });
  writeFileSync(file, await subsetFont(source, text, options));
  writeFileSync(stamp, key);
}

/**
 * Writes subsets of the site's fonts before a build, if the fonts or the characters have changed. After the build,
 * copies the fonts' licences into the site, as the SIL Open Font License requires.
 */
export function siteFonts(): AstroIntegration {
  return {
    name: 'site-fonts',
    hooks: {
      'astro:config:setup': async () => {
        const extraCharacters = charactersOfTheSite();
        for (const font of FONTS) await writeSubset(font, extraCharacters);
      },
      'astro:build:done': ({ dir }) => {
        const licences = join(fileURLToPath(dir), 'licences');
        mkdirSync(licences, { recursive: true });
        for (const { name } of FONTS) {
          copyFileSync(join(PACKAGES, name, 'LICENSE'), join(licences, `${name}.txt`));
        }
      },
    },
  };
}
