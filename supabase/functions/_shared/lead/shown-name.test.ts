import { expect, test } from 'vitest';
import { shownName } from './shown-name.ts';

test.each([
  ['Sukarno .', 'Sukarno'],
  ['. Sukarno', 'Sukarno'],
  ['Sukarno –', 'Sukarno'],
  ['U .', 'U'],
  ['J. R. Kerr', 'J. R. Kerr'],
  ['Mairi & Iain', 'Mairi & Iain'],
  ['Ann 🏠', 'Ann 🏠'],
  ["Mairi O'Hara", "Mairi O'Hara"],
])('"%s" is shown as "%s"', (name, shown) => {
  expect(shownName(name)).toBe(shown);
});
