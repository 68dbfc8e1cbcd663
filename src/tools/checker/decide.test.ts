import { describe, expect, test } from 'vitest';
import { longDate } from '../../lib/dates.ts';
import { matches, TOPICS, type Topic, type TopicId, type Verdict } from './decision-table.ts';
import { decide, thingsToGather } from './decide.ts';
import { publishedClaim, withFigures } from './figures.ts';
import checkerClaims from './checker.claims.yaml';
import { QUESTIONS, questionsFor, readAnswers, type Answers, type QuestionId } from './questions.ts';

const TODAY = '2026-11-21';
const IDS = Object.keys(QUESTIONS) as QuestionId[];
const TOPIC_IDS = Object.keys(TOPICS) as TopicId[];
const topicOf = (id: TopicId): Topic => TOPICS[id];

/** A seller who owns an empty house, without a loan. */
const PRIVATE: Answers = {
  mortgage: 'none',
  seller: 'owner',
  occupied: 'vacant',
  listed: 'never',
  epc: 'old',
  register: 'land-register',
  alterations: 'none',
  building: 'house',
  factor: 'none',
};

const decideFor = (answers: Answers, today = TODAY) =>
  new Map(
    decide(questionsFor('seller', answers), answers, today).map((result) => [result.topic, result] as const),
  );

function* combinations(ids: readonly QuestionId[], answers: Answers = {}): Generator<Answers> {
  const [id, ...others] = ids;
  if (id === undefined) yield answers;
  else
    for (const { value } of QUESTIONS[id].choices) yield* combinations(others, { ...answers, [id]: value });
}

test.each<[string, Partial<Answers>, Partial<Record<TopicId, Verdict>>, RegExp?]>([
  [
    'a private sale, vacant, never listed, certificate of 2019',
    {},
    { 'home-report': 'no', epc: 'check' },
    /probably good for a sale until \{claim:epc-old-until\}/,
  ],
  [
    'a private sale, vacant, listed last month',
    { listed: 'public', kind: 'ordinary' },
    { 'home-report': 'yes', epc: 'check' },
  ],
  [
    'a tenant who stays',
    { occupied: 'tenant-stays', listed: 'public', epc: 'none' },
    { 'home-report': 'no', epc: 'yes', tenancy: 'no' },
  ],
  [
    'an executor, sole title, no confirmation',
    { seller: 'executor' },
    { confirmation: 'yes' },
    /offer may be made and accepted before/,
  ],
  ['a flat in a building of 12 m, clad in 2005', { building: 'clad' }, { cladding: 'yes' }],
  ['a flat in a building of 9 m', { building: 'low' }, { cladding: 'no' }],
  ['a letter of the court', { mortgage: 'court' }, { mortgage: 'yes' }],
  ['arrears', { mortgage: 'arrears' }, { mortgage: 'yes' }, /before you agree to anything/],
])('for %s, the checker gives the expected verdicts', (_name, changes, verdicts, text) => {
  const results = decideFor({ ...PRIVATE, ...changes });
  for (const [topic, verdict] of Object.entries(verdicts)) {
    expect(results.get(topic as TopicId)?.verdict).toBe(verdict);
  }
  if (text) expect([...results.values()].map((result) => result.text).join(' ')).toMatch(text);
});

describe('every combination of answers', () => {
  const questionsOfTopics = TOPIC_IDS.map((id) => topicOf(id).asks);

  test('gives each topic one result', () => {
    for (const answers of [
      ...combinations(['mortgage', 'seller', 'occupied', 'listed', 'kind', 'epc']),
      ...combinations(['register', 'alterations', 'building', 'factor']),
    ]) {
      const results = decideFor({ ...PRIVATE, ...answers });
      expect([...results.keys()]).toEqual(TOPIC_IDS);
    }
  });

  test('gives verdicts that agree with the rules for tenants, listing, certificates, cladding and owners', () => {
    for (const answers of combinations(
      [...new Set(questionsOfTopics.flat())].filter((id) => id !== 'factor'),
    )) {
      if (answers.building !== 'house' && answers.epc !== 'none') continue;
      const results = decideFor({ ...answers, factor: 'none' });
      const verdict = (topic: TopicId) => results.get(topic)?.verdict;
      if (answers.occupied === 'tenant-stays') {
        if (verdict('home-report') !== 'no' || verdict('tenancy') !== 'no')
          expect.fail(JSON.stringify(answers));
      }
      if (answers.listed === 'never' && verdict('home-report') !== 'no') expect.fail(JSON.stringify(answers));
      // Every sale needs an energy certificate.
      if (verdict('epc') === 'no') expect.fail(JSON.stringify(answers));
      if (answers.building === 'house' && verdict('cladding') !== 'no') expect.fail(JSON.stringify(answers));
      if (answers.seller === 'owner' && verdict('confirmation') !== 'no')
        expect.fail(JSON.stringify(answers));
    }
  });

  test('shows free help exactly when payments are behind or a court has written', () => {
    for (const answers of combinations(['mortgage'])) {
      const help = [...decideFor({ ...PRIVATE, ...answers }).values()].some(({ needsHelp }) => needsHelp);
      expect(help).toBe(answers.mortgage === 'arrears' || answers.mortgage === 'court');
    }
  });
});

test.each(TOPIC_IDS)('each row of the topic "%s" is the result of some answers', (id) => {
  const { asks, rows } = topicOf(id);
  const reached = new Set(
    [...combinations(asks)].flatMap((answers) =>
      [TODAY, '2028-01-01'].map((today) => rows.findIndex((row) => matches(row, answers, today))),
    ),
  );
  expect([...reached].sort()).toEqual(rows.map((_row, index) => index));
});

test('an old energy certificate is no longer enough after the date in the claim epc-old-until', () => {
  const until = TOPICS.epc.rows[0].until;
  const lastDay = new Date(Date.parse(until) - 24 * 60 * 60 * 1000);
  expect(longDate(lastDay)).toBe(publishedClaim('epc-old-until').text);
  expect(decideFor(PRIVATE, '2027-10-31').get('epc')?.verdict).toBe('check');
  expect(decideFor(PRIVATE, until).get('epc')).toMatchObject({ verdict: 'yes', answer: 'Yes, a new one' });
});

test('a topic has no result before its questions are answered', () => {
  expect(decide(questionsFor('seller', {}), {}, TODAY)).toEqual([]);
  const answers: Answers = { occupied: 'vacant', listed: 'public' };
  const topics = decide(questionsFor('seller', answers), answers, TODAY).map(({ topic }) => topic);
  expect(topics).toEqual(['tenancy']);
});

test('the kind of home is asked only if the home is advertised and no tenant stays in it', () => {
  expect(questionsFor('seller', PRIVATE)).not.toContain('kind');
  expect(questionsFor('seller', { ...PRIVATE, listed: 'public' })).toContain('kind');
  expect(questionsFor('seller', { listed: 'public', occupied: 'tenant-stays' })).not.toContain('kind');
});

test('an executor is asked about confirmation first, and a seller about loans', () => {
  expect(questionsFor('executor', {})[0]).toBe('seller');
  expect(questionsFor('seller', {})[0]).toBe('mortgage');
  expect(questionsFor('executor', {}).toSorted()).toEqual(questionsFor('seller', {}).toSorted());
});

test('an answer that no question accepts is left out', () => {
  const data = new FormData();
  data.set('seller', 'executor');
  data.set('epc', 'yes please');
  data.set('name', 'a stranger');
  expect(readAnswers(data)).toEqual({ seller: 'executor' });
});

test('a thing to gather is listed once', () => {
  const things = thingsToGather([...decideFor({ ...PRIVATE, seller: 'executor' }).values()]);
  expect(things).toContain('The death certificate');
  expect(new Set(things).size).toBe(things.length);
});

test('the decision table and checker.claims.yaml name the same claims', () => {
  const texts = [
    ...TOPIC_IDS.flatMap((id) => topicOf(id).rows.map(({ text }) => text)),
    ...IDS.flatMap((id) =>
      QUESTIONS[id].choices.flatMap((choice) => [choice.label, 'hint' in choice ? choice.hint : '']),
    ),
  ];
  const laws = TOPIC_IDS.flatMap((id) => [topicOf(id).law, ...topicOf(id).rows.map(({ law }) => law)]);
  const named = new Set([
    ...texts.flatMap((text) => withFigures(text).claims.map(({ id }) => id)),
    ...laws.filter((law) => law !== undefined),
    'citizens-advice-phone',
    'national-debtline-phone',
  ]);
  expect([...named].sort()).toEqual(Object.keys(checkerClaims).sort());
});

test('each law has a date, a later review date, and a source', () => {
  for (const id of TOPIC_IDS) {
    const { reviewOn, sourceUrl, statedOn } = publishedClaim(topicOf(id).law);
    expect(reviewOn > statedOn).toBe(true);
    expect(sourceUrl).toMatch(/^https:/);
  }
});
