import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '#support/runner/temporary-folder.ts';
import { answerFromFile } from './file-asker.ts';
import { settleFindings } from './settle-findings.ts';

const SOURCE = join(import.meta.dirname, '../../src');
const folder = createTemporaryFolder();

const runDiff = (...args: string[]) => spawnSync('diff', args, { encoding: 'utf8' }).stdout;

/** Where a content file first has this text, as `src/content/<file>:<line>`. */
function place(file: string, text: string): string {
  const [before = ''] = readFileSync(join(SOURCE, 'content', file), 'utf8').split(text);
  return `src/content/${file}:${before.split('\n').length}`;
}

let copies = 0;

/** Settles the findings in a copy of `src`, with these answers. @param prepare changes the copy first */
async function settle(
  answers: Record<string, string | boolean | string[]>,
  { now = '2026-11-27T12:00:00Z', prepare }: { now?: string; prepare?: (source: string) => void } = {},
) {
  const source = join(folder, String((copies += 1)));
  cpSync(SOURCE, source, { recursive: true });
  prepare?.(source);
  const printed: string[] = [];
  const { asker } = answerFromFile(JSON.stringify(answers), (line) => printed.push(line));
  await settleFindings(asker, { source, now: new Date(now) });
  return {
    printed: printed.join('\n'),
    read: (file: string) => readFileSync(join(source, 'content', file), 'utf8'),
    /** The lines that differ, as `diff` prints them, by file. */
    diff: (file: string) =>
      runDiff(join(SOURCE, 'content', file), join(source, 'content', file))
        .split('\n')
        .filter((line) => /^[<>]/.test(line)),
    changedFiles: () =>
      Array.from(
        runDiff('--recursive', '--brief', SOURCE, source).matchAll(/src\/content\/(\S+) and/g),
        ([, file]) => file,
      ),
  };
}

const REVIEW = {
  name: 'R. T.',
  location: 'Partick',
  rating: '4',
  text: 'They came when they said they would, looked at every room, and put the sum in writing: all in one week in May.',
  date: '2026-05-20',
  source: 'Example Reviews',
};

const reviewAnswers = (id: string, review: Partial<typeof REVIEW> = {}) =>
  Object.fromEntries(
    Object.entries({ ...REVIEW, ...review }).map(([field, value]) => [`${id}.${field}`, value]),
  );

test('without answers, nothing is changed, and each finding says its file and line', async () => {
  const { changedFiles, printed } = await settle({});
  expect(changedFiles()).toEqual([]);
  expect(printed).toContain(`The home page has 3 example reviews (${place('reviews.yaml', '- name:')})`);
  expect(printed).toContain(`(${place('claims.yaml', '- id: rating-home')}) is contradictory`);
  const refusal = 'npm run build refuses to build a public site with';
  expect(printed).toContain(`The page /glasgow still has them: ${refusal} them.`);
  expect(printed).toContain(`The pages still show it: ${refusal} it.`);
  expect(printed).toContain(`Shown by: ${place('home.yaml', 'Our rating on')}`);
});

describe('reviews', () => {
  test('the example reviews are taken out, and nothing else changes', async () => {
    const { diff, read, changedFiles } = await settle({
      'reviews.home': 'remove',
      'reviews.glasgow': 'remove',
    });
    expect(changedFiles()).toEqual(['reviews.yaml']);
    const changes = diff('reviews.yaml');
    expect(changes.filter((line) => line.startsWith('>'))).toEqual(['>   items: []', '>   items: []']);
    expect(read('reviews.yaml')).toMatch(
      /customer\.\n {2}items: \[\]\n\nglasgow:\n {2}exampleNotice: \*notice\n {2}items: \[\]\n$/,
    );
  });

  test('real reviews take their place, with source and date', async () => {
    const { diff, changedFiles } = await settle({
      'reviews.glasgow': 'replace',
      ...reviewAnswers('reviews.glasgow.1'),
      'reviews.glasgow.1.more': true,
      ...reviewAnswers('reviews.glasgow.2', { name: 'Jo: S.', text: 'Fair.' }),
      'reviews.glasgow.intro': 'In the words of two sellers.',
    });
    expect(changedFiles().sort()).toEqual(['cities/glasgow.yaml', 'reviews.yaml']);
    expect(diff('reviews.yaml').filter((line) => line.startsWith('>'))).toEqual([
      '>     - name: R. T.',
      '>       location: Partick',
      '>       rating: 4',
      `>       text: '${REVIEW.text}'`,
      '>       date: 2026-05-20',
      '>       source: Example Reviews',
      '>       example: false',
      ">     - name: 'Jo: S.'",
      '>       location: Partick',
      '>       rating: 4',
      '>       text: Fair.',
      '>       date: 2026-05-20',
      '>       source: Example Reviews',
      '>       example: false',
    ]);
    expect(diff('cities/glasgow.yaml').filter((line) => line.startsWith('>'))).toEqual([
      '>   intro: In the words of two sellers.',
    ]);
  });

  test('what was answered before the questions end is kept: a page, the words above reviews, and each review', async () => {
    let source = '';
    const answers = {
      'reviews.home': 'remove',
      'reviews.glasgow': 'replace',
      'reviews.glasgow.intro': 'In the words of two sellers.',
      ...reviewAnswers('reviews.glasgow.1'),
      'reviews.glasgow.1.more': true,
      ...reviewAnswers('reviews.glasgow.2', { rating: '6' }),
    };
    const settled = settle(answers, { prepare: (copy) => (source = copy) });
    await expect(settled).rejects.toThrow('reviews.glasgow.2.rating: Give a number of stars');
    const read = (file: string) => readFileSync(join(source, 'content', file), 'utf8');
    const reviews = read('reviews.yaml');
    expect(reviews).toContain('  items: []\n\nglasgow:');
    expect(reviews.split('\nglasgow:')[1]?.match(/name: .*/g)).toEqual(['name: R. T.']);
    expect(read('cities/glasgow.yaml')).toContain('In the words of two sellers.');
  });

  test.each([
    ['name', ' ', 'Give a name.'],
    ['location', '', 'Give a place.'],
    ['rating', '6', 'Give a number of stars from 1 to 5.'],
    ['text', '', 'Paste the review.'],
    ['date', '20 May 2026', 'write it like 2026-11-20'],
    ['date', '2026-02-30', 'write it like 2026-11-20'],
    ['date', '2026-11-28', 'is in the future'],
    ['source', '', 'Say where it was left.'],
  ])('the %s %j is refused, and asked again', async (field, wrong, problem) => {
    const right = REVIEW[field as keyof typeof REVIEW];
    const id = 'reviews.home.1';
    const { printed, read } = await settle({
      'reviews.home': 'replace',
      ...reviewAnswers(id),
      [`${id}.${field}`]: [wrong, right],
    });
    expect(printed).toContain(problem);
    expect(read('reviews.yaml')).toContain('name: R. T.');
  });
});

describe('claims', () => {
  test('a rating is withdrawn from the pages and the register', async () => {
    const { diff, changedFiles } = await settle({
      'claim.rating-home': 'withdraw',
      'claim.rating-city': 'withdraw',
    });
    expect(changedFiles().sort()).toEqual(['cities/glasgow.yaml', 'claims.yaml', 'home.yaml']);
    expect(diff('home.yaml')).toEqual([
      expect.stringMatching(/^< {3}intro: .*\{claim:rating-home\}/),
      '>   intro: In their own words, and unedited.',
    ]);
    const register = diff('claims.yaml');
    expect(register.filter((line) => line.startsWith('>'))).toEqual([]);
    expect(register.filter((line) => line.startsWith('< - id'))).toEqual([
      '< - id: rating-home',
      '< - id: rating-city',
    ]);
    expect(register).toHaveLength(18);
  });

  test('a rating is proven: figure, source, date and next review', async () => {
    const { diff, changedFiles, printed } = await settle({
      'claim.rating-home': 'prove',
      'claim.rating-home.text': ['nearly five', '4.7 out of 5 from 212 reviews'],
      'claim.rating-home.scope': 'All reviews of the firm on Example Reviews.',
      'claim.rating-home.source': ['', 'Example Reviews'],
      'claim.rating-home.sourceUrl': ['', 'https://reviews.example/firm'],
      'claim.rating-home.statedOn': ['tomorrow', '2026-11-01'],
      'claim.rating-home.reviewOn': ['2026-11-01', '2027-02-01'],
    });
    expect(changedFiles()).toEqual(['claims.yaml']);
    expect(diff('claims.yaml').filter((line) => line.startsWith('>'))).toEqual([
      '>   text: 4.7 out of 5 from 212 reviews',
      '>   scope: All reviews of the firm on Example Reviews.',
      '>   source: Example Reviews',
      '>   sourceUrl: https://reviews.example/firm',
      '>   statedOn: 2026-11-01',
      '>   reviewOn: 2027-02-01',
      '>   verdict: right',
    ]);
    for (const problem of [
      'Write it like',
      'Say where',
      'with https://',
      'write it like 2026',
      'later than 2026-11-27',
    ])
      expect(printed).toContain(problem);
  });

  const PROOF = (id: string, text: string) => ({
    'claims.others': true,
    [`claim.${id}`]: 'prove',
    [`claim.${id}.text`]: text,
    [`claim.${id}.source`]: 'Our completed purchases',
    [`claim.${id}.statedOn`]: '2026-11-01',
  });

  test('a corrected figure is asked for in the fixed words of the page as well', async () => {
    const { diff } = await settle({
      ...PROOF('coverage', 'the mainland of Scotland'),
      'claim.coverage.note': '',
      'claim.coverage.fixed.1': 'Mainland',
    });
    expect(diff('home.yaml')).toEqual(['<   - value: 100%', '>   - value: Mainland']);
    expect(diff('claims.yaml')).toContain(
      '<   note: Mainland and islands. A remote home can take longer to visit.',
    );
  });

  test('a figure with a note stays qualified', async () => {
    const { diff } = await settle(PROOF('completion-average', '19 days'));
    expect(diff('claims.yaml').filter((line) => line.startsWith('>'))).toEqual([
      '>   text: 19 days',
      '>   source: Our completed purchases',
      '>   statedOn: 2026-11-01',
      '>   reviewOn: 2027-11-27',
      '>   verdict: qualified',
    ]);
  });

  test('a figure is withdrawn from sentences, entries of lists and tables', async () => {
    const { diff } = await settle({
      'claims.others': true,
      'claim.completion-rate': 'withdraw',
      'claim.chain-share': 'withdraw',
      'claim.viewings': 'withdraw',
      'claim.viewings.passage.1': ['', 'Some {claim:viewings}.', 'Some {claim:visits}.', 'Usually several.'],
      'claim.chain-break-survey': 'withdraw',
    });
    expect(diff('cities/glasgow.yaml')).toEqual([
      "<     - value: '{claim:chain-share}'",
      '<       label: Are part of a chain',
      "<       agent: '{claim:viewings}.'",
      '>       agent: Usually several.',
    ]);
    const [sentence, , shorter, ...more] = diff('articles/broken-property-chain-guide.md');
    expect(more).toEqual([]);
    expect(sentence).toContain('Survey or valuation problem');
    expect(shorter).not.toContain('completion-rate');
  });

  test('a figure that a list has twice is withdrawn from both entries', async () => {
    const { diff } = await settle(
      { 'claims.others': true, 'claim.chain-share': 'withdraw' },
      {
        prepare(source) {
          const file = join(source, 'content/cities/glasgow.yaml');
          const entry = "    - value: '{claim:chain-share}'\n      label: Are part of a chain\n";
          writeFileSync(file, readFileSync(file, 'utf8').replace(entry, entry + entry));
        },
      },
    );
    expect(diff('cities/glasgow.yaml')).toEqual([
      "<     - value: '{claim:chain-share}'",
      '<       label: Are part of a chain',
    ]);
  });

  test('a figure that is due for review is asked about again', async () => {
    const answers = { 'claims.others': true };
    expect((await settle(answers)).printed).not.toContain('It was due for review');
    const { printed } = await settle(answers, { now: '2036-11-27T12:00:00Z' });
    expect(printed).toMatch(/is right\.\n.*\nTo do: It was due for review on 20\d\d-/);
  });

  test('a figure that a program or the layout needs cannot be withdrawn', async () => {
    await expect(settle({ 'claims.others': true, 'claim.coverage': 'withdraw' })).rejects.toThrow(
      'claim.coverage: "withdraw" is none of: prove, leave.',
    );
    await expect(settle({ 'claims.others': true, 'claim.chat-reply-time': 'withdraw' })).rejects.toThrow(
      'none of',
    );
  });
});
