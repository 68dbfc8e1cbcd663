import { expect, test } from 'vitest';
import { keep, keptPaths, readKept, settle } from './kept-words.ts';

const KEPT = { value: { phone: '2' }, base: { value: { phone: '1' }, revision: 3 } };

test('each person has their own words on a device, until they are stored', () => {
  keep('ann', 'cities/perth.yaml', KEPT);
  expect(readKept('ann', 'cities/perth.yaml')).toEqual(KEPT);
  expect(keptPaths('ann')).toEqual(['cities/perth.yaml']);
  expect(keptPaths('ben')).toEqual([]);
  keep('ann', 'cities/perth.yaml', undefined);
  expect(keptPaths('ann')).toEqual([]);
});

test('nothing is left to store once the server has the same words', () => {
  expect(settle(KEPT, { value: { phone: '2' }, revision: 9 })).toBeUndefined();
});

test('what was sent is the base of what was typed since, even if its answer was lost', () => {
  const sent = { ...KEPT, sent: { phone: '1½' } };
  expect(settle(sent, { value: { phone: '1½' }, revision: 4 })).toMatchObject({
    value: { phone: '2' },
    base: { value: { phone: '1½' }, revision: 4 },
  });
});

test('what somebody else has stored is not the base, so that both are shown', () => {
  expect(
    settle({ ...KEPT, sent: { phone: '2' } }, { value: { phone: '7' }, revision: 4 })?.base.revision,
  ).toBe(3);
});
