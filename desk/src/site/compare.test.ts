import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differencesOf, mergeChanges } from './compare.ts';
import { isSame, type Json } from './form/json.ts';
import type { JsonSchema } from './form/schema.ts';

const CLAIMS = [{ id: 'offer-within', text: '24 hours', source: 'Our own promise' }];

const PAGE: JsonSchema = {
  type: 'object',
  properties: {
    phone: { type: 'string', title: 'Telephone' },
    from: { type: 'string', format: 'date', title: 'First day' },
    kind: { type: 'string', enum: ['a'], labels: { a: 'Guides' }, title: 'Kind' },
    body: { type: 'string', format: 'prose', title: 'Text' },
    faq: {
      title: 'Questions',
      type: 'array',
      items: {
        type: 'object',
        properties: {
          question: { type: 'string', title: 'Question' },
          answer: { type: 'string', title: 'Answer' },
        },
      },
    },
  },
};

const compare = (before: Json, after: Json) =>
  differencesOf(PAGE, { before, after }, CLAIMS).map(({ trail, before: old, after: now }) => [
    trail.join(' › '),
    old,
    now,
  ]);

const row = (question: string, answer: string) => ({ question, answer });

describe('what has changed', () => {
  test.each<[what: string, before: Json, after: Json, lines: unknown[]]>([
    ['a word', { phone: '1' }, { phone: '2' }, [['Telephone', '1', '2']]],
    ['a field that is new', {}, { phone: '2' }, [['Telephone', undefined, '2']]],
    ['a day', { from: '2026-12-24' }, { from: '2026-12-27' }, [['First day', '24 Dec 2026', '27 Dec 2026']]],
    ['a choice', {}, { kind: 'a' }, [['Kind', undefined, 'Guides']]],
    [
      'an answer, with its figure',
      { faq: [row('A?', 'No.')] },
      { faq: [row('A?', 'In {claim:offer-within}.')] },
      [['Questions › A? › Answer', 'No.', 'In 24 hours.']],
    ],
    [
      'a row before the others',
      { faq: [row('A?', 'a'), row('B?', 'b')] },
      { faq: [row('New?', 'n'), row('A?', 'a'), row('B?', 'bb')] },
      [
        ['Questions › New?', undefined, 'Question: New?\nAnswer: n'],
        ['Questions › B? › Answer', 'b', 'bb'],
      ],
    ],
    [
      'a row that is gone, beside one that was changed',
      { faq: [row('A?', 'a'), row('B?', 'b')] },
      { faq: [row('B?', 'bb')] },
      [
        ['Questions › A?', 'Question: A?\nAnswer: a', undefined],
        ['Questions › B? › Answer', 'b', 'bb'],
      ],
    ],
    [
      'a row in another place',
      { faq: [row('A?', 'a'), row('B?', 'b'), row('C?', 'c')] },
      { faq: [row('B?', 'b'), row('C?', 'c'), row('A?', 'a')] },
      [['Questions › A?', 'Place 1', 'Place 3']],
    ],
    [
      'a paragraph of a long text',
      { body: 'One.\n\nTwo.\n\nThree.' },
      { body: 'One.\n\nIn <Claim id="offer-within" />.\n\nThree.' },
      [['Text', 'Two.', 'In 24 hours.']],
    ],
  ])('%s', (_what, before, after, lines) => {
    expect(compare(before, after)).toEqual(lines);
  });
});

const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('a', 'b', '', true, 1),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('x', 'y', 'z'), tie('value'), { maxKeys: 3 }),
  ),
})).value;

test('two values differ in some field, unless they are the same', () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      const found = differencesOf({}, { before, after }, []);
      expect(found.length > 0).toBe(!isSame(before, after));
    }),
  );
});

describe('what two owners have changed', () => {
  test('what only one of them has changed is kept, whoever it was', () => {
    fc.assert(
      fc.property(json, json, (base, other) => {
        expect(mergeChanges(base, base, other)).toEqual({ value: other, clash: false });
        expect(mergeChanges(base, other, base)).toEqual({ value: other, clash: false });
      }),
    );
  });

  test('different fields are put together; of the same field, the own one stands, and it is said', () => {
    const base = {
      phone: '1',
      email: 'a',
      faq: [
        { q: 'A', a: 'a' },
        { q: 'B', a: 'b' },
      ],
    };
    const mine = {
      ...base,
      phone: '2',
      faq: [
        { q: 'A', a: 'aa' },
        { q: 'B', a: 'b' },
      ],
    };
    const theirs = {
      ...base,
      email: 'b',
      faq: [
        { q: 'A', a: 'a' },
        { q: 'B', a: 'bb' },
      ],
    };
    expect(mergeChanges(base, mine, theirs)).toEqual({
      value: {
        phone: '2',
        email: 'b',
        faq: [
          { q: 'A', a: 'aa' },
          { q: 'B', a: 'bb' },
        ],
      },
      clash: false,
    });
    expect(mergeChanges(base, mine, { ...theirs, phone: '3' })).toMatchObject({
      value: { phone: '2' },
      clash: true,
    });
  });
});
