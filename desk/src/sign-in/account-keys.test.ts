import { expect, test } from 'vitest';
import { countKeys } from './account-keys.ts';

const PASSKEY = { id: '', name: '', created_at: '', last_used_at: null };
const APP = { connected_at: '' };

test.each([
  [0, null, 0],
  [1, null, 1],
  [0, APP, 1],
  [1, APP, 2],
  [2, null, 2],
])('%i passkeys and the app %j are %i keys', (passkeys, app, expected) => {
  expect(countKeys({ passkeys: Array(passkeys).fill(PASSKEY) as (typeof PASSKEY)[], app })).toBe(expected);
});
