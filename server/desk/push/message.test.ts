import { expect, test } from 'vitest';
import { initialsAndTown } from './message.ts';

test.each([
  ['Morag MacAllister', 'G12 8QQ', 'M. M., Glasgow'],
  ['  élodie  d’Arc ', null, 'É. D.'],
  ['Sukarno .', 'KW17 2AA', 'S., Orkney'],
  ['😀 123', 'not one', 'Somebody'],
  ['Ann', 'SW1A 1AA', 'A.'],
  ['\u202eAnn \u0000 <b>Bob</b>', 'EH6', 'A. B., Edinburgh'],
  ['ﬃ ß', null, 'FFI. SS.'],
])('%j in %j is %j', (name, postcode, words) => {
  expect(initialsAndTown({ name, postcode })).toBe(words);
});
