import { describe, expect, test } from 'vitest';
import type { Claim } from './claim-schema.ts';
import {
  claimsOf,
  parseClaimText,
  resolveClaims,
  toPlainText,
  UnknownClaimError,
} from './claim-references.ts';

const FIGURE: Claim = {
  id: 'offer-within',
  text: '24 hours',
  scope: 'Working days',
  source: 'Our own promise',
  statedOn: new Date('2026-11-20'),
  reviewOn: new Date('2027-02-20'),
  verdict: 'qualified',
  note: 'On working days.',
};
const REGISTRY = new Map([[FIGURE.id, FIGURE]]);

describe('parseClaimText', () => {
  test.each([
    ['No figure at all.', ['No figure at all.']],
    ['{claim:offer-within}', [{ claimId: 'offer-within' }]],
    ['Within {claim:offer-within}.', ['Within ', { claimId: 'offer-within' }, '.']],
    ['{claim:a} or {claim:b}', [{ claimId: 'a' }, ' or ', { claimId: 'b' }]],
  ])('%j is split into text and references', (text, parts) => {
    expect(parseClaimText(text)).toEqual({ ok: true, text: parts });
  });

  test.each(['{claim: offer-within}', '{offer-within}', '{claim:Offer}', 'a lone {', '{claim:}'])(
    'parseClaimText rejects %j',
    (text) => {
      expect(parseClaimText(text)).toMatchObject({ ok: false });
    },
  );
});

describe('resolveClaims', () => {
  test('resolveClaims replaces references at any depth and changes nothing else', () => {
    const date = new Date('2026-11-20');
    const content = { title: 'A', date, cards: [{ text: ['In ', { claimId: 'offer-within' }] }] };
    expect(resolveClaims(content, REGISTRY, 'a.yaml')).toEqual({
      title: 'A',
      date,
      cards: [{ text: ['In ', FIGURE] }],
    });
  });

  test('resolveClaims throws for an unknown claim, with the file and the id in the message', () => {
    const resolve = () => resolveClaims([{ claimId: 'offer-witin' }], REGISTRY, 'src/content/home.yaml');
    expect(resolve).toThrow(UnknownClaimError);
    expect(resolve).toThrow(/src\/content\/home\.yaml.*"offer-witin"/);
  });
});

describe('a resolved text', () => {
  const text = ['In ', FIGURE, ', yes ', FIGURE, '.'];

  test('claimsOf lists each claim once', () => {
    expect(claimsOf(text)).toEqual([FIGURE]);
  });

  test('toPlainText puts the note of a figure in brackets after it', () => {
    expect(toPlainText(['In ', FIGURE, '.'])).toBe('In 24 hours (On working days).');
  });
});
