import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { claimSchema } from '../claims/claim-schema.ts';

const claims = z
  .array(claimSchema)
  .parse(parse(readFileSync(join(import.meta.dirname, 'claims.yaml'), 'utf8')));
const FILES = globSync(['articles/*.md', 'legal/*.md', 'cities/*.yaml', 'home.yaml'], {
  cwd: import.meta.dirname,
}).sort();

const FIGURE = /£\d+(?:[,.]\d+)*(?:k| million)?|\d+(?:[.,–-]\d+)*\s?%/g;

/**
 * The parts of a content file that are not checked: the front matter, worked examples, and references to claims
 * (figures with a source, listed in `claims.yaml`).
 */
const UNCHECKED = [
  /^---\n[\s\S]*?\n---\n/,
  /<Example>[\s\S]*?<\/Example>/g,
  /<Claim id="[a-z0-9-]+" \/>/g,
  /\{claim:[a-z0-9-]+\}/g,
];

/**
 * Whether a claim's text contains the figure. The firm's specification fixes some texts, such as "£0" and "100%",
 * which repeat a claim's figure without referring to it.
 */
const isFixedText = (figure: string) => claims.some(({ text }) => text.split(' ').includes(figure));

/** The figures with a pound or per cent sign that no claim covers, with the text around them. */
function findUncovered(text: string, isCovered?: (figure: string) => boolean): string[] {
  const rest = UNCHECKED.reduce((left, pattern) => left.replace(pattern, ''), text);
  return Array.from(rest.matchAll(FIGURE))
    .filter(([figure]) => !isCovered?.(figure))
    .map(({ index }) => rest.slice(Math.max(0, index - 40), index + 20).replace(/\s+/g, ' '));
}

test.each(FILES)(
  'every figure of %s with a pound or per cent sign is a claim or part of an example',
  (file) => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    expect(findUncovered(text, file.endsWith('.yaml') ? isFixedText : undefined)).toEqual([]);
  },
);
