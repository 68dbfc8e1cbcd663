import { expect, test } from 'vitest';
import { findWords } from './find-words.ts';

const LONG = 'Before these words there are many others, which nobody has to read to know where they are. ';
const content = {
  'firm.yaml': { hours: 'Mon–Fri 09:00–18:00', phone: '0131 496 0123' },
  'home.yaml': {
    faq: { items: [{ answer: 'No.' }, { answer: `${LONG}We offer {claim:offer-within} on.` }] },
  },
  'articles/fast.md': {
    title: 'Fast sales',
    related: ['sales-by-agents'],
    body: `## How long\n\nWe **offer** within <Claim id="offer-within" /> of a [visit](/glasgow). ${LONG}`,
  },
};
const find = (words: string) => findWords(content, words, new Map([['offer-within', '24 hours']]));

test.each([
  ['0131', [{ path: 'firm.yaml', field: ['phone'], excerpt: '0131 496 0123' }]],
  ['  496   0123 ', [{ path: 'firm.yaml', field: ['phone'], excerpt: '0131 496 0123' }]],
  [
    'offer 24 hours on.',
    [
      {
        path: 'home.yaml',
        field: ['faq', 'items', 1, 'answer'],
        excerpt: '… which nobody has to read to know where they are. We offer 24 hours on.',
      },
    ],
  ],
  [
    'OFFER within 24 hours of a visit',
    [
      {
        path: 'articles/fast.md',
        field: ['body'],
        excerpt:
          'How long We offer within 24 hours of a visit. Before these words there are many others, which nobody has …',
      },
    ],
  ],
  ['glasgow', []],
  ['agents', []],
  ['0131 offer', []],
])('%j is found', (words, found) => {
  expect(find(words)).toEqual(found);
});

test('of several texts, the one that has the words together is shown', () => {
  const texts = { 'home.yaml': { one: 'A house that is sold for cash', other: 'Sold for cash: the house' } };
  expect(findWords(texts, 'the house', new Map())).toMatchObject([{ field: ['other'] }]);
});
