import { expect, test } from 'vitest';
import type { Factor, PasskeyListItem } from '@supabase/auth-js';
import { hasLastKey } from './keys-of-account.ts';

test.each([
  [0, 0, true],
  [1, 0, true],
  [0, 1, true],
  [1, 1, false],
  [2, 0, false],
])('with %i passkeys and %i apps, the last one is protected: %s', (passkeys, apps, isLast) => {
  expect(
    hasLastKey({
      email: undefined,
      passkeys: Array<PasskeyListItem>(passkeys).fill({ id: '', created_at: '' }),
      apps: Array<Factor>(apps).fill({} as Factor),
    }),
  ).toBe(isLast);
});
