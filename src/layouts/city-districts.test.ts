import { expect, test } from 'vitest';
import { cityDistricts } from './city-districts.ts';

const city = (slug: string, ...postcodes: string[]) => ({
  slug,
  areas: { items: postcodes.map((postcode) => ({ postcode })) },
});
const DUNDEE = city('dundee', 'DD1, DD2', 'DD5');

test('a new city has the districts of its areas, but none that a city before it has', () => {
  const cities = [DUNDEE, city('monifieth', 'DD5', 'DD7'), city('perth', 'PH1, PH2', 'DD7, PH1')];
  expect(cityDistricts(cities, ['dundee'])).toBe('monifieth DD7;perth PH1 PH2');
});

test('without new cities, or with a thousand that name the same districts, pages say nothing', () => {
  expect(cityDistricts([DUNDEE], ['dundee'])).toBeUndefined();
  const many = Array.from({ length: 1000 }, (_, number) => city(`town-${number}`, 'DD1'));
  expect(cityDistricts([DUNDEE, ...many], ['dundee'])).toBeUndefined();
});
