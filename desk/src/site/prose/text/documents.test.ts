import { globSync, readFileSync } from 'node:fs';
import { getSchema, type JSONContent } from '@tiptap/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ELEMENTS, elementOf, type ElementName } from '#src/components/prose/elements.ts';
import { readProse, type Prose } from '#src/components/prose/read-prose.ts';
import { Chart, Chip, Frame, PROSE, Single } from '../editor/schema.ts';
import { readDocument } from './read-document.ts';
import { writeDocument } from './write-document.ts';

const FILES = globSync('src/content/{articles,legal}/*.md').sort();

const SCHEMA = getSchema([...PROSE, Chip, Frame, Chart, Single]);

function documentOf(markdown: string) {
  const read = readDocument(markdown);
  if (!read.ok) throw new Error(read.reason);
  return read.document;
}

test('there are nine texts to try', () => expect(FILES).toHaveLength(9));

test.each(FILES)('%s comes out of the editor as it was', (file) => {
  const markdown = readFileSync(file, 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '');
  const document = documentOf(markdown);
  SCHEMA.nodeFromJSON(document).check();
  const written = writeDocument(document);
  expect(readProse(written, file)).toEqual(readProse(markdown, file));
  // In one file, a line ends within an element.
  expect(written).toBe(markdown.trimStart().replace(/(<\w+)\n/g, '$1 '));
});

const paragraph = (...content: JSONContent[]): JSONContent => ({ type: 'paragraph', content });
const typed = (text: string, ...marks: string[]): JSONContent => ({
  type: 'text',
  text,
  marks: marks.map((type) => (type === 'link' ? { type, attrs: { href: 'https://example.com' } } : { type })),
});
const proseOf = (...content: JSONContent[]) => readProse(writeDocument({ type: 'doc', content }), 'drawn.md');

/** The words of a page, with plain quotation marks, dashes and dots for the typographic ones. */
function wordsOf(nodes: Prose['nodes']): string {
  const text = nodes.map((node) => (typeof node === 'string' ? node : wordsOf(node.children))).join('');
  return plain(text);
}

const plain = (text: string) =>
  text
    .replace(/[“”]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/—/g, '---')
    .replace(/–/g, '--')
    .replace(/…/g, '...')
    .replace(/(?![ \t\r\n\f\v])[\p{Cc}\u2060]/gu, '')
    .replace(/[ \t\r\n\f\v]+/g, ' ');

/** The names of everything on a page. */
const namesOf = (nodes: Prose['nodes']): string[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [node.name, ...namesOf(node.children)]));

const HOSTILE = [
  '<script>alert(1)</script>',
  '</Example>',
  '<Example>',
  '<Claim id="fee" />',
  '{process.exit()}',
  '{claim:fee}',
  '{/* a */}',
  'import fs from "node:fs"',
  'export const a = 1',
  'export{a}',
  '`code` and ``more``',
  '```',
  '~~~',
  '~~gone~~ ~gone~',
  '**bold** __bold__ *it* _it_ ***x***',
  '[words](javascript:alert(1))',
  '![picture](data:text/html,x)',
  '[a]: https://example.com',
  '[^1] and [ ] and [x]',
  '# Heading',
  '> quotation',
  '- item',
  '+ item',
  '* item',
  '1. item',
  '1) item',
  '---',
  '===',
  '***',
  '| a | b |',
  '| - | - |',
  ':- | -:',
  '&amp; &lt;script&gt; &#60; &copy;',
  '\\ \\* \\< C:\\new',
  'ends with \\',
  '<!-- comment -->',
  '<https://example.com>',
  '<?php ?>',
  '$a$ $$b$$',
  '==marked== ^up^ ~down~',
  ':::note',
  '<a',
  '<',
  '{',
  '}',
  '"quoted" and \'quoted\'',
  '#hash £1,000 50% a_b_c 2*3*4',
  '+++',
  '    four spaces',
  '\ttab',
  'nul \u0000 bell \u0007 joiner \u200D end',
];

describe('what somebody types comes out as these words', () => {
  test.each(HOSTILE)('%j', (text) => {
    const words = plain(text).trim();
    expect(proseOf(paragraph(typed(text)))).toMatchObject({ nodes: [{ name: 'p' }], headings: [] });
    const prose = proseOf(
      paragraph(typed('Before. ')),
      paragraph(typed(text)),
      paragraph(typed('a'), { type: 'hardBreak' }, typed(text)),
      paragraph(typed('a'), typed(' ', 'lineEnd'), typed(text)),
      paragraph(typed('a'), typed(text, 'bold'), typed('b')),
      paragraph(typed('a'), typed(text, 'italic'), typed('b')),
      paragraph(typed('a'), typed(text, 'link'), typed('b')),
      { type: 'heading', attrs: { level: 2 }, content: [typed(text)] },
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(typed(text))] }] },
      {
        type: 'table',
        content: ['tableHeader', 'tableCell'].map((type) => ({
          type: 'tableRow',
          content: [{ type, content: [paragraph(typed(text))] }],
        })),
      },
      { type: 'frame', attrs: { name: 'Example', attributes: {} }, content: [paragraph(typed(text))] },
    );
    const found = wordsOf(prose.nodes);
    expect(found.split(words).length - 1, found).toBe(11);
    const allowed = 'p h2 ul li table thead tbody tr th td Example br strong em a'.split(' ');
    expect(namesOf(prose.nodes).filter((name) => !allowed.includes(name))).toEqual([]);
  });

  test('an address next to other words stays as long as it is', () => {
    for (const url of ['https://example.com', 'www.example.com', 'ann@example.com']) {
      const { nodes } = proseOf(
        paragraph(typed(url, 'bold'), typed(' and '), typed(url, 'italic'), typed('. So')),
      );
      expect(wordsOf(nodes)).toBe(`${url} and ${url}. So`);
      expect(namesOf(nodes)).toEqual(['p', 'strong', 'a', 'em', 'a']);
    }
  });

  test('200,000 letters', () => {
    const text = HOSTILE.filter((one) => plain(one) === one).join(' ');
    const long = text.repeat(Math.ceil(200_000 / text.length));
    const { nodes } = proseOf(paragraph(typed(long)));
    expect(wordsOf(nodes)).toBe(plain(long));
    expect(namesOf(nodes).filter((name) => name !== 'p' && name !== 'a')).toEqual([]);
  }, 20_000);
});

const letters = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(...HOSTILE),
  fc.constantFrom('word', ' ', 'a b', 'It costs £1,000.', '“quoted”', '\\"', "\\'", '&quot;'),
);
const marks = fc.subarray(['bold', 'italic', 'code', 'ownPage', 'link', 'lineEnd']);

const word = fc
  .tuple(letters, marks)
  .filter(([text]) => text !== '')
  .map(([text, of]) => typed(of.includes('lineEnd') ? ' ' : text, ...of));

const attributesFor = (name: ElementName) =>
  fc.record(
    Object.fromEntries(
      Object.entries(elementOf(name).attributes).map(([attribute, kind]) => [
        attribute,
        Array.isArray(kind)
          ? fc.constantFrom<string>(...(kind as readonly string[]))
          : letters.map((text) => `x${text}`),
      ]),
    ),
  );
const elementsThatAre = (is: string) =>
  fc
    .constantFrom(...(Object.keys(ELEMENTS) as ElementName[]).filter((name) => elementOf(name).is === is))
    .chain((name) => attributesFor(name).map((attributes) => ({ name, attributes })));

const chip = elementsThatAre('inline').map((attrs): JSONContent => ({ type: 'chip', attrs }));
const inline = fc.array(fc.oneof({ weight: 4, arbitrary: word }, chip), { maxLength: 6 });
const broken = fc.array(fc.oneof({ weight: 5, arbitrary: word }, chip, fc.constant({ type: 'hardBreak' })), {
  maxLength: 8,
});

const table = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
  .chain(([height, width]) =>
    fc
      .array(fc.array(inline, { minLength: width, maxLength: width }), {
        minLength: height,
        maxLength: height,
      })
      .map((rows): JSONContent => ({
        type: 'table',
        content: rows.map((cells, index) => ({
          type: 'tableRow',
          content: cells.map((cell) => ({
            type: index === 0 ? 'tableHeader' : 'tableCell',
            content: [paragraph(...cell)],
          })),
        })),
      })),
  );

const { block } = fc.letrec<{ block: JSONContent; list: JSONContent }>((tie) => ({
  list: fc
    .record({
      type: fc.constantFrom('bulletList', 'orderedList'),
      attrs: fc.record({ isLoose: fc.boolean(), start: fc.integer({ min: 0, max: 20 }) }),
      content: fc.array(
        fc
          .tuple(
            broken,
            fc.array(
              fc.oneof(
                broken.map((all) => paragraph(...all)),
                tie('list'),
              ),
              { maxLength: 2 },
            ),
          )
          .map(([first, others]): JSONContent => ({
            type: 'listItem',
            content: [paragraph(...first), ...others],
          })),
        { minLength: 1, maxLength: 3 },
      ),
    })
    .map((all): JSONContent => all),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    broken.map((all) => paragraph(...all)),
    fc
      .tuple(fc.constantFrom(2, 3), inline)
      .map(([level, content]): JSONContent => ({ type: 'heading', attrs: { level }, content })),
    table,
    tie('list'),
    elementsThatAre('single').map((attrs): JSONContent => ({ type: 'single', attrs })),
    fc
      .tuple(elementsThatAre('chart'), table)
      .map(([attrs, one]): JSONContent => ({ type: 'chart', attrs, content: [one] })),
    fc
      .tuple(elementsThatAre('frame'), fc.array(tie('block'), { minLength: 1, maxLength: 3 }))
      .map(([attrs, content]): JSONContent => ({ type: 'frame', attrs, content })),
  ),
}));

test('500 drawn documents are accepted, and are the same page after the editor has read and written them', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), (content) => {
      const markdown = writeDocument({ type: 'doc', content });
      const page = readProse(markdown, 'drawn.md');
      const document = documentOf(markdown);
      SCHEMA.nodeFromJSON(document).check();
      const again = writeDocument(document);
      expect(readProse(again, 'drawn.md'), markdown).toEqual(page);
      expect(again).toBe(markdown);
    }),
    { numRuns: 500 },
  );
}, 60_000);
