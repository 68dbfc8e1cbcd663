import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { findPageProblems } from '#server/publishing/page-rules.ts';
import { articleTitled, buildCopy, cityNamed, readContent } from '#support/site/site-with-more-content.ts';
import { readNumbers, report } from '../support/command.ts';

/** How many cities and articles the site already has. So many fewer are added. */
const OWN_CITIES = 4;
const OWN_ARTICLES = 6;

/** Adds leading zeros, so that names sort by their number. */
const numbered = (index: number) => String(index).padStart(4, '0');

const WORDS = readContent('articles/scottish-property-law-guide.md').match(/[a-z]{4,}/g) ?? [];

/** Different words for each article, so that a list of articles compresses as a real one does. */
const wordsFor = (index: number, count: number) =>
  Array.from({ length: count }, (_, word) => WORDS[(index * 7919 + word * word * 31) % WORDS.length]).join(
    ' ',
  );

const cityFile = (_: unknown, index: number): [string, string] => [
  `cities/town-${numbered(index)}.yaml`,
  cityNamed(`Town ${numbered(index)}`),
];

const articleFile = (_: unknown, index: number): [string, string] => [
  `articles/article-${numbered(index)}.md`,
  articleTitled(`Article ${numbered(index)}: ${wordsFor(index, 6)}`).replace(
    /^excerpt: .*$/m,
    `excerpt: About ${wordsFor(index + 1, 20)}.`,
  ),
];

async function measure(size: number) {
  const directory = mkdtempSync(join(tmpdir(), 'growth-'));
  try {
    const additions = Object.fromEntries([
      ...Array.from({ length: size - OWN_CITIES }, cityFile),
      ...Array.from({ length: size - OWN_ARTICLES }, articleFile),
    ]);
    const startedAt = performance.now();
    const { status, stdout, stderr } = buildCopy(directory, additions);
    if (status !== 0)
      throw new Error(`The site with ${size} cities and articles does not build.\n${stdout}${stderr}`);
    const dist = join(directory, 'dist');
    await findPageProblems(dist);
    const seconds = (performance.now() - startedAt) / 1000;
    const weigh = (file: string) => brotliCompressSync(readFileSync(join(dist, file))).byteLength / 1024;
    const pages = globSync('**/*.html', { cwd: dist }).length;
    return {
      'cities and articles': `${size} and ${size}`,
      pages,
      'built and checked, s': seconds,
      'ms a page': (seconds / pages) * 1000,
      'home KiB': weigh('index.html'),
      'city KiB': weigh('dundee.html'),
      'article KiB': weigh('blog/broken-property-chain-guide.html'),
      'blog index KiB': weigh('blog.html'),
    };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export async function measurePages(options: { pages: string }): Promise<void> {
  const figures: Awaited<ReturnType<typeof measure>>[] = [];
  for (const size of readNumbers(options.pages)) figures.push(await measure(size));
  report(
    "Built, compressed and checked, as before publishing. KiB: a page's HTML with its inline styles, brotli. The times include rendering each page's Open Graph image",
    figures.map((row, index) => {
      const before = figures[index - 1];
      const seconds = before && row['built and checked, s'] - before['built and checked, s'];
      return {
        ...row,
        'ms a further page': before ? ((seconds ?? 0) / (row.pages - before.pages)) * 1000 : '',
      };
    }),
  );
}
