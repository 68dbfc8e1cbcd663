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

test('what an owner types is kept while it breaks a rule, with the field and the reason', async () => {
  const { value, revision } = await open('firm.yaml');
  const saved = await ann.call<Document>('save_site_document', {
    path: 'firm.yaml',
    value: { ...value, phone: 'ring us', hours: 'always' },
    revision,
  });
  expect(saved.problems.map(({ field }) => field)).toEqual([['phone'], ['hours']]);
  expect(saved.problems[0]?.message).toMatch(/"ring us" cannot be dialled/);
  expect((await open('firm.yaml')).value).toMatchObject({ phone: 'ring us' });
  const { documents, problems } = await ann.call<Overview>('site');
  expect(documents.filter(({ change }) => change)).toMatchObject([
    { path: 'firm.yaml', change: { kind: 'changed', by: 'Ann Owner' } },
  ]);
  expect(problems).toHaveLength(2);
  await ann.call('discard_site_change', { path: 'firm.yaml' });
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
  await ben.call('discard_site_change', { path: 'blog.yaml' });
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
    discard_site_change: { path },
    remove_site_document: { path },
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
  await ann.call('discard_site_change', { path: 'home.yaml' });
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
    const { documents } = await ann.call<Overview>('remove_site_document', { path });
    expect(documents.map((document) => document.path)).not.toContain(path);
  }
  for (const path of ['home.yaml', 'cities/glasgow.yaml', 'legal/privacy-policy.md', 'claims.yaml']) {
    expect(await ann.attempt('remove_site_document', { path })).toMatchObject({ hint: 'needed' });
  }
  const article = 'articles/broken-property-chain-guide.md';
  const { documents, problems } = await ann.call<Overview>('remove_site_document', { path: article });
  expect(documents.find(({ path }) => path === article)?.change).toMatchObject({ kind: 'removed' });
  // Other articles name it as related.
  expect(problems.map(({ path }) => path)).toContain('articles/how-to-sell-house-fast-scotland.md');
  await ann.call('discard_site_change', { path: article });
});
