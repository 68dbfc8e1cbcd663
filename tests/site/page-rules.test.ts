import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, type CheerioAPI } from 'cheerio';
import { expect, test } from 'vitest';
import { findPageProblems } from '#server/publishing/page-rules.ts';
import { createTemporaryFolder } from '../support/runner/temporary-folder.ts';
import { DIST } from '../support/site/built-pages.ts';

const site = createTemporaryFolder();
cpSync(DIST, site, { recursive: true });

/** What the rules say of the built site with one changed page. */
async function problemsWith(file: string, change: ($: CheerioAPI) => void) {
  const path = join(site, file);
  const html = readFileSync(path, 'utf8');
  const compressed = readFileSync(`${path}.br`);
  const $ = load(html);
  change($);
  writeFileSync(path, $.html());
  try {
    return await findPageProblems(site);
  } finally {
    writeFileSync(path, html);
    writeFileSync(`${path}.br`, compressed);
  }
}

const ARTICLE = 'blog/selling-property-poor-condition.html';
const SENTENCE = 'Nobody else on this site says these very words in this very order.';
const picture = (attributes: string) => `<img ${attributes}>`;
const addToText = (html: string) => ($: CheerioAPI) => {
  $('[data-prose]').first().append(html);
};

test('the built site breaks no rule', async () => {
  expect(await findPageProblems(DIST)).toEqual([]);
});

test.each<[rule: string, change: ($: CheerioAPI) => void, messages: RegExp[]]>([
  [
    'a link to a page that does not exist',
    addToText('<a href="/oban">Oban</a>'),
    [/^The link "Oban" leads to \/oban, and there is no such page/],
  ],
  [
    'a link to a file that does not exist',
    addToText('<a href="/guide.pdf">PDF</a>'),
    [/leads to \/guide\.pdf, and there is no/],
  ],
  [
    'a link to a folder',
    addToText('<a href="/og">Pictures</a>'),
    [/leads to \/og, and there is no such page/],
  ],
  [
    'a link to a part that does not exist',
    addToText('<a href="/#prices">Prices</a>'),
    [/^The link "Prices" leads to the part "prices" of \/,/],
  ],
  [
    'a link to a part of its own that does not exist',
    addToText('<a href="#top-up">Up</a>'),
    [/to the part "top-up" of \/blog\/selling-property-poor-condition/],
  ],
  [
    'a link with a wrong percent sign',
    addToText('<a href="/glasgow#%E0%A4%A">City</a>'),
    [/to the part "%E0%A4%A" of \/glasgow/],
  ],
  ['two main headings', addToText('<h1>Another</h1>'), [/^This page has 2 main headings\. .* Keep one/]],
  [
    'no main heading',
    ($) => void $('h1').replaceWith('<p>No heading</p>'),
    [/^This page has no main heading\. .* Give it one\.$/],
  ],
  [
    'a skipped level',
    addToText('<h2>Costs</h2><h4>Fees</h4>'),
    [/^The heading "Fees" is more than one step smaller than "Costs"/],
  ],
  [
    'a picture without a description',
    addToText(picture('src="/favicon.ico" width="9" height="9"')),
    [/^The picture favicon\.ico has no description/],
  ],
  [
    'a picture with an empty description',
    addToText(picture('src="/favicon.ico" alt=" " width="9" height="9"')),
    [/^The picture favicon\.ico has no description/],
  ],
  [
    'a picture without a size',
    addToText(picture('src="/favicon.ico" alt="A gable"')),
    [/^The size of the picture favicon\.ico is not known/],
  ],
  [
    'a picture that does not exist',
    addToText(picture('src="/gable.avif" alt="A gable" width="9" height="9"')),
    [/^A link or picture leads to \/gable\.avif/],
  ],
  [
    'the title and the description of another page',
    ($) => {
      const other = load(readFileSync(join(site, 'glasgow.html')));
      $('title').text(other('title').text());
      $('meta[name="description"]').attr('content', other('meta[name="description"]').attr('content') ?? '');
    },
    [
      /^\/blog\/selling-property-poor-condition has the same title, "Sell My House Fast in Glasgow/,
      /has the same description for search engines, "Cash offers for Glasgow/,
    ],
  ],
])('%s is named', async (_rule, change, messages) => {
  const problems = await problemsWith(ARTICLE, change);
  expect(problems.map(({ message }) => message)).toEqual(
    messages.map((message) => expect.stringMatching(message) as string),
  );
  const [{ page } = { page: '' }] = problems;
  expect(page).toMatch(/^\/(?:blog\/selling-property-poor-condition|glasgow)$/);
});

test('a long sentence on two pages is named with both, and a short one is not', async () => {
  const once = (($: CheerioAPI) => $('main p').last().text(`We pay cash. ${SENTENCE}`)) as (
    $: CheerioAPI,
  ) => void;
  expect(await problemsWith('glasgow.html', once)).toEqual([]);
  const path = join(site, 'dundee.html');
  const html = readFileSync(path, 'utf8');
  const $ = load(html);
  $('main').append(`<p>We pay cash. ${SENTENCE}</p>`);
  writeFileSync(path, $.html());
  const problems = await problemsWith('glasgow.html', (glasgow) => {
    glasgow('main').append(`<p>We pay cash. ${SENTENCE}</p>`);
  });
  writeFileSync(path, html);
  expect(problems).toEqual([
    {
      page: '/glasgow',
      message: expect.stringContaining(`/dundee has the same sentence: "${SENTENCE}"`) as string,
    },
  ]);
});

test('a page that is too heavy is named with by how much; the list of articles may grow', async () => {
  const heavy = Buffer.alloc(20_000);
  for (const file of ['glasgow.html', 'blog.html', 'index.html'])
    writeFileSync(join(site, `${file}.br`), heavy);
  expect(await findPageProblems(site)).toEqual([
    {
      page: '/glasgow',
      message: expect.stringMatching(
        /^This page is too long by 1\.5 KB: it has 19\.5 KB, and 18\.0 KB/,
      ) as string,
    },
  ]);
  writeFileSync(join(site, 'index.html.br'), Buffer.alloc(21_000));
  expect((await findPageProblems(site)).map(({ page }) => page)).toEqual(['/glasgow', '/']);
  for (const file of ['glasgow.html', 'blog.html', 'index.html'])
    cpSync(join(DIST, `${file}.br`), join(site, `${file}.br`));
});

test('pictures that are too large together are named; each counts once', async () => {
  writeFileSync(join(site, 'large.avif'), Buffer.alloc(200 * 1024));
  writeFileSync(join(site, 'larger.avif'), Buffer.alloc(250 * 1024));
  const shown = (file: string, more = '') =>
    picture(`src="/${file}" alt="A gable" width="9" height="9" ${more}`);
  const twice = shown('large.avif') + shown('large.avif');
  expect(await problemsWith(ARTICLE, addToText(twice))).toEqual([]);
  const problems = await problemsWith(
    ARTICLE,
    addToText(shown('large.avif') + shown('favicon.ico', 'srcset="/large.avif 1x, /larger.avif 2x"')),
  );
  expect(problems).toEqual([
    {
      page: '/blog/selling-property-poor-condition',
      message: expect.stringMatching(
        /^The pictures of this page are too large by 15[0-9]\.\d KB: together/,
      ) as string,
    },
  ]);
});

test('what many pages have is said once', async () => {
  const files = ['glasgow.html', 'dundee.html', 'aberdeen.html'];
  for (const file of files) {
    const $ = load(readFileSync(join(DIST, file)));
    $('footer').append('<a href="/oban">Oban</a><a href="/oban">Oban</a>');
    writeFileSync(join(site, file), $.html());
  }
  expect(await findPageProblems(site)).toEqual([
    {
      page: '/aberdeen',
      message: expect.stringMatching(/leads to \/oban,.* \(The same on \/dundee, \/glasgow\.\)$/) as string,
    },
  ]);
  for (const file of files) cpSync(join(DIST, file), join(site, file));
});
