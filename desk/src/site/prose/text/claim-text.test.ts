import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseClaimText } from '#src/claims/claim-references.ts';
import { readClaimText, writeClaimText } from './claim-text.ts';

test('every text of the home page and of the cities comes out as it was', () => {
  const files = ['home', 'cities/glasgow'].map((name) => readFileSync(`src/content/${name}.yaml`, 'utf8'));
  const lines = files.flatMap((file) => file.split('\n')).filter((line) => line.includes('{claim:'));
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) expect(writeClaimText(readClaimText(line))).toBe(line);
});

test('what somebody types is never a figure, and nothing of it is lost', () => {
  const typed = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('{claim:fee}', '{', '}', '{{claim:a}}'),
  );
  fc.assert(
    fc.property(typed, typed, (one, other) => {
      const figure = { type: 'chip', attrs: { name: 'Claim', attributes: { id: 'fee' } } };
      const words = [one, other].map((text) => ({ type: 'text', text }));
      const text = writeClaimText({
        content: [{ type: 'paragraph', content: [words[0] ?? {}, figure, words[1] ?? {}] }],
      });
      const round = (all: string) => all.replaceAll('{', '(').replaceAll('}', ')');
      const expected = [round(one), { claimId: 'fee' }, round(other)].filter((part) => part !== '');
      expect(parseClaimText(text)).toEqual({ ok: true, text: expected });
    }),
  );
});
