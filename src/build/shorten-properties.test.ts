import { expect, test } from 'vitest';
import { shortenProperties, shortPropertiesOf } from './shorten-properties.ts';

const CSS =
  ':root{--ink:#000;--paper:#fff;--x:0}p{color:var(--ink);background:var(--paper);margin:var(--ink)}';

test('the property that stands there most has the shortest name, and one that a page names keeps its own', () => {
  const names = shortPropertiesOf(CSS, (name) => name === '--paper');
  expect(shortenProperties(CSS, names)).toBe(
    ':root{--a:#000;--paper:#fff;--b:0}p{color:var(--a);background:var(--paper);margin:var(--a)}',
  );
});
