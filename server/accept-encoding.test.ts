import { expect, test } from 'vitest';
import { chooseEncoding, ENCODINGS } from './accept-encoding.ts';

test.each([
  ['what browsers send', 'gzip, deflate, br, zstd', 'br'],
  ['no brotli', 'gzip, deflate', 'gzip'],
  ['another order', 'gzip;q=1.0, br;q=1.0', 'br'],
  ['a wish', 'br;q=0.2, gzip;q=0.8', 'gzip'],
  ['unencoded rather than encoded', 'identity;q=1, br;q=0.5', 'identity'],
  ['encoded rather than unencoded', 'identity;q=0.1, gzip;q=0.2', 'gzip'],
  ['brotli refused', 'br;q=0, gzip', 'gzip'],
  ['both refused', 'br;q=0, gzip;q=0.000', 'identity'],
  ['everything', '*', 'br'],
  ['everything but brotli', 'br;q=0, *', 'gzip'],
  ['nothing but unencoded', 'identity;q=1, *;q=0', 'identity'],
  ['nothing at all', '*;q=0', 'identity'],
  ['capitals and spaces', '  BR ; q=1 , GZIP', 'br'],
  ['an unknown one', 'zstd, deflate', 'identity'],
  ['a name inside another', 'brotli, xgzip', 'identity'],
  ['empty', '', 'identity'],
  ['none', undefined, 'identity'],
  ['nonsense', ';;,=,q=br,,,', 'identity'],
])('%s: %j gets %s', (_what, header, encoding) => {
  expect(chooseEncoding(header, ENCODINGS)).toBe(encoding);
});

test('what is not there is not chosen', () => {
  expect(chooseEncoding('br, gzip;q=0.1', ['gzip', 'identity'])).toBe('gzip');
  expect(chooseEncoding('br, gzip', ['identity'])).toBe('identity');
});
