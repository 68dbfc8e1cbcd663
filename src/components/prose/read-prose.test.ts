import { expect, test } from 'vitest';
import { readProse } from './read-prose.ts';

test('reads Markdown, our elements and headings', () => {
  expect(
    readProse('## Who’s bound?\n\nIt costs <Claim id="fee" />.\n\n<Example>\n\n- £1\n\n</Example>\n', 'a.md'),
  ).toMatchObject({
    headings: [{ depth: 2, slug: 'whos-bound', text: 'Who’s bound?' }],
    nodes: [
      { name: 'h2', attributes: { id: 'whos-bound' } },
      '\n',
      { name: 'p', children: ['It costs ', { name: 'Claim', attributes: { id: 'fee' }, children: [] }, '.'] },
      '\n',
      { name: 'Example', children: [{ name: 'ul' }] },
    ],
  });
});

test.each([
  ['{process.exit()}', 'braces'],
  ['import fs from "node:fs"\n\ntext', 'braces'],
  ['export const a = 1', 'braces'],
  ['<script>alert(1)</script>', 'there is no element <script>'],
  ['a <img src="x" onerror="alert(1)" />', 'there is no element <img>'],
  ['<Claim id={process.env.SECRET} />', '<Claim>'],
  ['<Claim {...all} />', '<Claim>'],
  ['<Claim id="fee" onClick="alert(1)" />', '<Claim>'],
  ['<Example>', 'closing tag'],
  ['[x](javascript:alert(1))', 'javascript:'],
  ['![x](data:text/html,x)', 'pictures'],
  ['[x](//evil.example)', '//evil.example'],
  ['<Picture id="a" alt=" " />', 'must not be empty'],
  ['<Checker variant="everybody">\n\nx\n\n</Checker>', '<Checker>'],
])('refuses %j, and names the file', (markdown, reason) => {
  expect(() => readProse(markdown, 'content/a.md')).toThrow(/^content\/a\.md: /);
  expect(() => readProse(markdown, 'content/a.md')).toThrow(reason);
});
