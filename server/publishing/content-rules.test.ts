import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { createTestApp } from '#support/server/test-app.ts';
import { findContentProblems, isRating, TAKEN_ADDRESSES, type SiteContent } from './content-rules.ts';

const ROOT = join(import.meta.dirname, '../..');

function readDocument(file: string): unknown {
  const text = readFileSync(join(ROOT, 'src/content', file), 'utf8');
  if (file.endsWith('.yaml')) return parse(text);
  const [, frontMatter = '', ...body] = text.split(/^---$/m);
  return { ...(parse(frontMatter) as object), body: body.join('---') };
}

const CONTENT: SiteContent = Object.fromEntries(
  globSync('**/*.{yaml,md}', { cwd: join(ROOT, 'src/content') }).map((file) => [file, readDocument(file)]),
);

/** A copy of a value with another value at a place in it. */
function withValue(value: unknown, [first, ...rest]: (string | number)[], to: unknown): unknown {
  if (first === undefined) return to;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  copy[first] = withValue(copy[first], rest, to);
  return copy;
}

/** The content with another value at a place in a document. */
const withField = (path: string, field: (string | number)[], to: unknown): SiteContent => ({
  ...CONTENT,
  [path]: withValue(CONTENT[path], field, to),
});

const CLAIMS = CONTENT['claims.yaml'] as { id: string; verdict: string; operatorTask?: string }[];
const indexOf = (id: string) => CLAIMS.findIndex((claim) => claim.id === id);
const PROVEN = CLAIMS.findIndex(({ verdict }) => verdict === 'right');
const HOME = CONTENT['home.yaml'] as { meta: { title: string } };
const GLASGOW = CONTENT['cities/glasgow.yaml'] as { description: string };

const find = (content: SiteContent, isPublic = false) =>
  findContentProblems(content, { isPublic, published: CONTENT });

test('on this machine, the content of a new installation breaks no rule', () => {
  expect(findContentProblems(CONTENT, { isPublic: false })).toEqual([]);
});

test('on a public site, it breaks the rules about examples and ratings only', () => {
  const reviews = CONTENT['reviews.yaml'] as Record<string, { items: { name: string; example: boolean }[] }>;
  const examples = Object.values(reviews).flatMap(({ items }) => items.filter(({ example }) => example));
  const ratings = CLAIMS.filter((claim) => isRating(claim) && claim.operatorTask);
  expect(find(CONTENT, true)).toEqual([
    ...examples.map(({ name }) => ({
      path: 'reviews.yaml',
      field: expect.arrayContaining(['items', 'example']) as unknown,
      message: expect.stringMatching(
        RegExp(`^The review by ${name}, .*, is an example\\. .* Take it out, or`),
      ) as string,
    })),
    ...ratings.map(({ id }) => ({
      path: 'claims.yaml',
      field: [indexOf(id), 'operatorTask'],
      message: expect.stringMatching(/^The figure ".*" is not settled\./) as string,
    })),
  ]);
  expect(examples.length + ratings.length).toBeGreaterThan(0);
});

test.each<
  [
    what: string,
    path: string,
    field: (string | number)[],
    to: unknown,
    message: RegExp,
    at?: (string | number)[],
  ]
>([
  [
    'a typed figure in our record',
    'claims.yaml',
    [indexOf('our-record'), 'text'],
    'We lowered 0 of 500',
    /has a figure that somebody has typed\. Take it out/,
  ],
  [
    'a figure that has lost its proof',
    'claims.yaml',
    [PROVEN, 'verdict'],
    'unproven',
    /^The figure ".*" has no proof yet/,
  ],
  [
    'another figure without proof',
    'claims.yaml',
    [indexOf('rating-home'), 'text'],
    '5 out of 5',
    /^The figure "5 out of 5" has no proof yet.*Enter its proof/,
    [indexOf('rating-home'), 'verdict'],
  ],
  [
    'a rating that search engines cannot read',
    'claims.yaml',
    [indexOf('rating-city'), 'text'],
    'Five stars',
    /^Search engines could not read the rating "Five stars"/,
  ],
  [
    'a rating without the page that proves it',
    'claims.yaml',
    [indexOf('rating-city'), 'operatorTask'],
    undefined,
    /^The rating "4\.8 .*" does not say where to read it/,
    [indexOf('rating-city'), 'sourceUrl'],
  ],
  [
    'a typed amount',
    'cities/dundee.yaml',
    ['intro', 'paragraphs', 0],
    'We pay £5,000 more.',
    /^"£5,000" is typed here.* Add it to your figures/,
  ],
  [
    'a typed amount in an article, outside an example',
    'articles/selling-property-poor-condition.md',
    ['body'],
    '<Example>\n\n£1.\n\n</Example>\n\nAnd £5k more.',
    /^"£5k" is typed here/,
  ],
  [
    'a typed percentage',
    'home.yaml',
    ['wrongChoice', 'reasons', 0, 'text'],
    'You save 12 % of it.',
    /^"12 %" is typed here/,
  ],
  [
    'an unknown figure in a sentence',
    'cities/dundee.yaml',
    ['hero', 'lead'],
    'In {claim:an-hour}.',
    /^There is no figure "an-hour"/,
  ],
  [
    'an unknown figure in an article',
    'articles/selling-property-poor-condition.md',
    ['body'],
    'In <Claim id="an-hour" />.',
    /^There is no figure "an-hour"/,
  ],
  [
    'an unknown figure in a chart',
    'articles/selling-property-poor-condition.md',
    ['body'],
    '<DurationChart caption="x"\n  claim="an-hour">',
    /^There is no figure "an-hour"/,
  ],
  [
    'an unknown figure of a fixed text',
    'home.yaml',
    ['stats', 1, 'claim'],
    'an-hour',
    /^There is no figure "an-hour"/,
  ],
  [
    'a related article that does not exist',
    'articles/broken-property-chain-guide.md',
    ['related', 2],
    'no-such-article',
    /^There is no article "no-such-article".*Choose another/,
  ],
  [
    'reviews of a city that does not exist',
    'reviews.yaml',
    ['oban'],
    { exampleNotice: 'x', items: [] },
    /^These reviews are for "oban", and there is no such city/,
  ],
  [
    'a title that another page has',
    'cities/perth.yaml',
    ['title'],
    `${HOME.meta.title.toUpperCase()} `,
    /^Another page \(home\) has the same title/,
  ],
  [
    'a description that another page has',
    'cities/perth.yaml',
    ['description'],
    GLASGOW.description,
    /^Another page \(glasgow\) has the same description for search engines/,
  ],
  [
    'a city twice',
    'cities/perth.yaml',
    ['name'],
    'Glasgow',
    /^Another page \(glasgow\) has the same name, "Glasgow"/,
  ],
  [
    'the address of a legal page',
    'cities/cookie-policy.yaml',
    ['name'],
    'Cookie Policy',
    /^The address \/cookie-policy is taken already/,
    [],
  ],
  [
    'the address of the blog',
    'cities/blog.yaml',
    ['name'],
    'Blog',
    /^The address \/blog is taken already/,
    [],
  ],
])('%s is named with its document and field', (_what, path, field, to, message, at = field) => {
  expect(find(withField(path, field, to))).toContainEqual({
    path: path === 'cities/cookie-policy.yaml' ? 'legal/cookie-policy.md' : path,
    field: at,
    message: expect.stringMatching(message) as string,
  });
});

test('a figure that the pages need cannot be taken out', () => {
  const content = { ...CONTENT, 'claims.yaml': CLAIMS.filter(({ id }) => id !== 'chat-reply-time') };
  expect(find(content)).toContainEqual({
    path: 'claims.yaml',
    field: [],
    message: expect.stringMatching(/^There is no figure "chat-reply-time".* Put it back\.$/) as string,
  });
});

test('a page cannot take an address of the site or the server', () => {
  const pages = readdirSync(join(ROOT, 'src/pages')).filter((name) => !name.startsWith('['));
  const routes = createTestApp().app.routes.map(({ path }) => path.split('/')[1] ?? '');
  const built = readdirSync(join(ROOT, 'dist')).filter(
    (name) =>
      !(`cities/${name.split('.')[0]}.yaml` in CONTENT) && !(`legal/${name.split('.')[0]}.md` in CONTENT),
  );
  const first = [...pages, ...routes, ...built].map((name) => name.replace(/\..*$/, ''));
  // A slug has only small letters, digits and hyphens.
  const possible = first.filter((name) => /^[a-z0-9-]+$/.test(name));
  expect([...new Set(possible)].filter((name) => !TAKEN_ADDRESSES.includes(name))).toEqual([]);
});

test('the figures of the pages’ own sentences are those that cannot be taken out', () => {
  const sources = globSync('src/{pages,layouts,claims,components/sections}/**/*.{astro,ts,tsx}', {
    cwd: ROOT,
  });
  const ids = sources.flatMap((file) =>
    Array.from(
      readFileSync(join(ROOT, file), 'utf8').matchAll(/get(?:Figure|Claim)\('([a-z-]+)'/g),
      ([, id = '']) => id,
    ),
  );
  expect(ids.length).toBeGreaterThan(3);
  for (const id of new Set(ids)) {
    const content = { ...CONTENT, 'claims.yaml': CLAIMS.filter((claim) => claim.id !== id) };
    expect(
      find(content)
        .map(({ message }) => message)
        .join(),
      id,
    ).toContain(`"${id}", which sentences on every page`);
  }
});

test('texts of any size are read in no time, so that no article keeps the server from answering', () => {
  const hostile = [
    '1'.repeat(200_000),
    '1,'.repeat(100_000),
    '<Example>'.repeat(20_000),
    '<Picture '.repeat(20_000),
  ];
  for (const body of hostile) {
    const before = process.cpuUsage();
    findContentProblems({ 'articles/long.md': { title: 'Long', body } }, { isPublic: true });
    // Processor time, which other work on the machine hardly affects.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  }
});
