import { queryOptions } from '@tanstack/react-query';
import type { Factor, PasskeyListItem } from '@supabase/auth-js';
import { auth } from '../api/client.ts';
import { dataOf } from './session.ts';

/** The keys of the user's account (its passkeys and verified authenticator apps), and its e-mail address. */
export type AccountKeys = { email: string | undefined; passkeys: PasskeyListItem[]; apps: Factor[] };

async function readKeys(): Promise<AccountKeys> {
  const [passkeys, { user }] = await Promise.all([dataOf(auth().passkey.list()), dataOf(auth().getUser())]);
  const apps = (user.factors ?? []).filter(
    ({ factor_type: type, status }) => type === 'totp' && status === 'verified',
  );
  return { email: user.email, passkeys, apps };
}

export const accountKeysQuery = () =>
  queryOptions({ queryKey: ['account-keys'], queryFn: readKeys, staleTime: 0 });

/** Whether the account has at most one key. The last key must not be removed. */
export const hasAtMostOneKey = ({ passkeys, apps }: AccountKeys): boolean =>
  passkeys.length + apps.length <= 1;
