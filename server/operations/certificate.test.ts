import { expect, test } from 'vitest';
import { isValidForLong } from './certificate.ts';

const NOW = new Date('2026-11-30T12:00:00Z');

test.each([
  ['2026-12-14T12:00:01Z', undefined, true],
  ['2026-12-14T12:00:00Z', undefined, false],
  ['2026-11-29T12:00:00Z', 'CERT_HAS_EXPIRED', false],
  ['2027-11-30T12:00:00Z', 'DEPTH_ZERO_SELF_SIGNED_CERT', false],
])(
  'a certificate that ends at %s, with the problem %s, is valid for 14 days more: %s',
  (until, problem, isGood) => {
    expect(isValidForLong({ until: new Date(until), problem }, NOW)).toBe(isGood);
  },
);
