import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DISTRICTS } from '../../lib/postcodes/districts.ts';
import { NEAREST_CITIES } from '../../lib/postcodes/local-names.ts';
import { hintFor } from './postcode-hint.ts';

const EXAMPLE = { text: 'Anywhere in Scotland, for example EH6 6QQ.' };

test.each([
  ['', EXAMPLE],
  ['   ', EXAMPLE],
  ['EH', EXAMPLE],
  ['eh6 ', { text: 'EH6: Leith, Edinburgh.', link: { label: 'Selling in Edinburgh', href: '/edinburgh' } }],
  [
    'G41 1AA',
    { text: 'G41: Pollokshields, Glasgow.', link: { label: 'Selling in Glasgow', href: '/glasgow' } },
  ],
  ['KY12 7AA', { text: 'KY12: Dunfermline.', link: { label: 'Selling near Edinburgh', href: '/edinburgh' } }],
  ['ZE1 0AA', { text: 'ZE1: Lerwick.', link: { label: 'Selling near Aberdeen', href: '/aberdeen' } }],
  ['SW1A 1AA', { text: 'We do not recognise SW1A as Scottish. Check it, or continue.' }],
  ['EH99 1AA', { text: 'We do not recognise EH99 as Scottish. Check it, or continue.' }],
])('while %j is typed, the hint is %j', (text, hint) => {
  expect(hintFor(text, false, '/')).toEqual(hint);
});

test.each([
  ['EH6', 'EH6: Leith, Edinburgh.'],
  ['EH', 'A full postcode looks like EH6 6QQ. Check it, or continue.'],
  ['12 High Street', 'A full postcode looks like EH6 6QQ. Check it, or continue.'],
])('after the field is left with %j, the hint is %j', (text, hint) => {
  expect(hintFor(text, true, '/').text).toBe(hint);
});

test('the hint on a city’s page does not link to that page', () => {
  expect(hintFor('EH6 6QQ', true, '/edinburgh')).toEqual({ text: 'EH6: Leith, Edinburgh.' });
});

test.each([
  ['PH1 1AA', '/perth', 'Selling in Perth'],
  ['PH2 1AA', '/perth', 'Selling in Perth'],
  ['PH10 1AA', '/dundee', 'Selling near Dundee'],
  ['PA1 1AA', '/east-kilbride', 'Selling near East Kilbride'],
  ['EH6 6QQ', '/edinburgh', 'Selling in Edinburgh'],
])('with new cities, the hint for %s links to %s', (postcode, href, label) => {
  const cities = 'east-kilbride G74 PA1;perth PH1 PH2';
  expect(hintFor(postcode, true, '/', cities).link).toEqual({ label, href });
});

describe('the tables of districts', () => {
  const numbers = Array.from({ length: 100 }, (_, number) => number);
  const known = Object.keys(DISTRICTS).flatMap((area) =>
    numbers
      .map((number) => ({ code: `${area}${number}`, hint: hintFor(`${area}${number}`, true, '/') }))
      .filter(({ hint }) => !hint.text.includes('not recognise')),
  );

  test('every district has a name and a city page that exists', () => {
    const pages = readdirSync(join(import.meta.dirname, '../../content/cities')).map(
      (file) => `/${basename(file, '.yaml')}`,
    );
    expect(known.length).toBeGreaterThan(400);
    for (const { code, hint } of known) {
      expect(pages, code).toContain(hint.link?.href);
      expect(hint.text, code).toMatch(/^[A-Z]{1,2}\d{1,2}: [A-Z][\w’ ,-]+\.$/);
    }
    expect(Object.keys(NEAREST_CITIES)).toEqual(Object.keys(DISTRICTS));
  });

  /** On a screen 320 CSS pixels wide, two lines have room for some 70 letters. */
  test('every hint fits into the two lines reserved for it', () => {
    const long = known.filter(({ hint }) => `${hint.text} ${hint.link?.label}`.length > 66);
    expect(long).toEqual([]);
  });
});
