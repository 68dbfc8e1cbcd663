import { expect, test } from 'vitest';
import { openDeskDatabase } from '../support/desk/desk-database.ts';

type Problem = { path: string; field: (string | number)[]; message: string };
type Document = { value: Record<string, unknown>; live: unknown; revision: number; problems: Problem[] };
type Overview = {
  is_open: boolean;
  documents: { path: string; title: string; change: { kind: string; by: string } | null }[];
  problems: Problem[];
};

const desk = await openDeskDatabase();
const ann = desk.owner;
const ben = await desk.addStaff('Ben', 'owner');

const open = (path: string, by = ann) => by.call<Document>('site_document', { path });
/** Discards the change of a document, or removes the document, with its revision of now. */
async function act<T>(name: 'discard_site_change' | 'remove_site_document', path: string, by = ann) {
  return by.call<T>(name, { path, revision: (await open(path, by)).revision });
}

test('what an owner types is kept while it breaks a rule, with the field and the reason', async () => {
  const { value, revision } = await open('firm.yaml');
  const saved = await ann.call<Document>('save_site_document', {
    path: 'firm.yaml',
    value: { ...value, phone: 'ring us', hours: 'always' },
    revision,
  });
  expect(saved.problems.map(({ field }) => field)).toEqual([['hours'], ['phone']]);
  expect(saved.problems[1]?.message).toMatch(/"ring us" cannot be dialled/);
  expect((await open('firm.yaml')).value).toMatchObject({ phone: 'ring us' });
  const { documents, problems } = await ann.call<Overview>('site');
  expect(documents.filter(({ change }) => change)).toMatchObject([
    { path: 'firm.yaml', change: { kind: 'changed', by: 'Ann Owner' } },
  ]);
  expect(problems).toHaveLength(2);
  await act('discard_site_change', 'firm.yaml');
  expect(await open('firm.yaml')).toMatchObject({ value, problems: [] });
});

test('of two owners, the second is told and shown the words of the first, also after they were discarded', async () => {
  const { value, revision } = await open('blog.yaml');
  const save = (by: typeof ann, heading: string, at: number) =>
    by.attempt('save_site_document', { path: 'blog.yaml', value: { ...value, heading }, revision: at });
  await save(ann, 'From Ann', revision);
  expect(await save(ben, 'From Ben', revision)).toMatchObject({
    code: 'PT409',
    hint: 'changed_by_other',
    message: 'Ann Owner has changed this meanwhile. Your words are still here: look at theirs first.',
  });
  const theirs = await open('blog.yaml', ben);
  expect(theirs.value).toMatchObject({ heading: 'From Ann' });
  await act('discard_site_change', 'blog.yaml', ben);
  expect(await save(ann, 'Ann again', theirs.revision)).toMatchObject({ hint: 'changed_by_other' });
  expect(await open('blog.yaml')).toMatchObject({ value });
});

test.each([
  '../firm.yaml',
  'articles/../firm.yaml',
  'cities/PERTH.yaml',
  'cities/perth.md',
  'articles/perth.yaml',
  'cities/perth.yaml\u0000',
  'cities/-perth.yaml',
  'cities/.yaml',
  '__proto__',
  'constructor',
  'pages/index.astro',
  '/etc/passwd',
  '',
])('there is no document %j', async (path) => {
  for (const [name, given] of Object.entries({
    site_document: { path },
    save_site_document: { path, value: {}, revision: 0 },
    discard_site_change: { path, revision: 0 },
    remove_site_document: { path, revision: 0 },
  })) {
    expect(await ann.attempt(name, given)).toMatchObject({ code: 'PT422', hint: 'path' });
  }
});

test('markup, scripts, braces and 200,000 letters are words in every field, and come back as they were typed', async () => {
  const { value, revision } = await open('home.yaml');
  const typed = `<script>alert(1)</script>{process.env}{{x}}\${y}</Example>\`~~~\n---\n&lt;b&gt; ${'ä'.repeat(200_000)}`;
  const fill = (given: unknown): unknown => {
    if (typeof given === 'string') return typed.slice(0, 500);
    if (Array.isArray(given)) return given.map(fill);
    return typeof given === 'object' && given !== null
      ? Object.fromEntries(Object.entries(given).map(([name, inner]) => [name, fill(inner)]))
      : given;
  };
  const filled = { ...(fill(value) as Record<string, unknown>), hero: { headline: typed } };
  const saved = await ann.call<Document>('save_site_document', {
    path: 'home.yaml',
    value: filled,
    revision,
  });
  expect(saved.value).toEqual(filled);
  expect(saved.problems.length).toBeGreaterThan(0);
  await act('discard_site_change', 'home.yaml');
});

test('a new page has its own address; one that the site needs cannot be removed', async () => {
  const add = (group: string, title: string) => ann.attempt('add_site_document', { group, title });
  expect(await ann.call('add_site_document', { group: 'cities', title: 'Inverness & Nairn' })).toMatchObject({
    path: 'cities/inverness-nairn.yaml',
  });
  expect(await add('cities', 'Inverness  Nairn!')).toMatchObject({
    code: 'PT422',
    message: 'There is a page with this title already.',
  });
  expect(await add('cities', '!!!')).toMatchObject({ code: 'PT422', hint: 'title' });
  expect(await ann.call('add_site_document', { group: 'articles', title: 'Crofts' })).toMatchObject({
    path: 'articles/crofts.md',
  });
  for (const path of ['cities/inverness-nairn.yaml', 'articles/crofts.md']) {
    const { documents } = await act<Overview>('remove_site_document', path);
    expect(documents.map((document) => document.path)).not.toContain(path);
  }
  for (const path of ['home.yaml', 'cities/glasgow.yaml', 'legal/privacy-policy.md', 'claims.yaml']) {
    expect(await ann.attempt('remove_site_document', { path, revision: 0 })).toMatchObject({
      hint: 'needed',
    });
  }
  const article = 'articles/broken-property-chain-guide.md';
  const { value, revision } = await open(article);
  const untitled = { path: article, value: { ...value, title: ' ' }, revision };
  expect(await ann.call('save_site_document', untitled)).toMatchObject({
    title: 'Broken property chain guide',
  });
  const { documents, problems } = await act<Overview>('remove_site_document', article);
  expect(documents.find(({ path }) => path === article)?.change).toMatchObject({ kind: 'removed' });
  // Other articles name it as related.
  expect(problems.map(({ path }) => path)).toContain('articles/how-to-sell-house-fast-scotland.md');
  await act('discard_site_change', article);
});

test('what another owner has changed meanwhile is not discarded, removed or published with what was shown', async () => {
  const path = 'articles/broken-property-chain-guide.md';
  const { value, revision } = await open(path);
  const save = async (by: typeof ann, title: string, at: number) =>
    by.call<Document>('save_site_document', { path, value: { ...value, title }, revision: at });
  const shown = await save(ann, 'From Ann', revision);
  const theirs = await save(ben, 'From Ben', shown.revision);
  const calls = [
    ['discard_site_change', { path, revision: shown.revision }, 'Ben has changed this meanwhile.'],
    ['remove_site_document', { path, revision: shown.revision }, 'Ben has changed this meanwhile.'],
    [
      'build_site',
      { purpose: 'publish', shown: { [path]: shown.revision } },
      'Ben has changed “From Ben” meanwhile. Nothing is published yet: look at what has changed, then publish.',
    ],
    ['build_site', { purpose: 'publish', shown: {} }, 'Ben has changed “From Ben” meanwhile.'],
    [
      'build_site',
      { purpose: 'publish', shown: { [path]: theirs.revision, 'home.yaml': 1 } },
      '“Home page” was published or discarded meanwhile.',
    ],
  ] as const;
  for (const [name, given, message] of calls) {
    expect(await ann.attempt(name, given), message).toMatchObject({
      code: 'PT409',
      hint: 'changed_by_other',
      message: expect.stringContaining(message) as unknown,
    });
  }
  expect(await open(path)).toMatchObject({ value: { title: 'From Ben' }, revision: theirs.revision });
  const { documents } = await ann.call<Overview>('site');
  expect(documents.find((one) => one.path === path)?.change).toMatchObject({ revision: theirs.revision });
  await act('discard_site_change', path);
  expect(await ann.attempt('discard_site_change', { path, revision: theirs.revision })).toMatchObject({
    message: 'This was published or discarded meanwhile. Nothing is discarded: look at it first.',
  });
});

test('a text with a picture that is gone is refused with what to do, before anything is built', async () => {
  const path = 'articles/broken-property-chain-guide.md';
  const { value, revision } = await open(path);
  const body = `${String(value.body)}\n\n<Picture id="${'e'.repeat(20)}" alt="A house" />\n`;
  await ann.call('save_site_document', { path, value: { ...value, body }, revision });
  const { problems } = await ann.call<Overview>('site');
  expect(problems).toEqual([
    {
      path,
      field: ['body'],
      message:
        'A picture in this text is no longer stored. Find the place where it could not be loaded, and take it out or add it again.',
    },
  ]);
  await act('discard_site_change', path);
});
