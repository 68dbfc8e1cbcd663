import { expect, test } from 'vitest';
import type { Factor, PasskeyListItem } from '@supabase/auth-js';
import { hasAtMostOneKey } from './account-keys.ts';

test.each([
  [0, 0, true],
  [1, 0, true],
  [0, 1, true],
  [1, 1, false],
  [2, 0, false],
])('%i passkeys and %i authenticator apps are at most one key: %s', (passkeys, apps, expected) => {
  expect(
    hasAtMostOneKey({
      email: undefined,
      passkeys: Array<PasskeyListItem>(passkeys).fill({ id: '', created_at: '' }),
      apps: Array<Factor>(apps).fill({} as Factor),
    }),
  ).toBe(expected);
});
