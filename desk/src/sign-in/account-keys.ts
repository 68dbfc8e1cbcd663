import { queryOptions } from '@tanstack/react-query';
import { readAccount, type Account } from '../api/account.ts';

export const accountQuery = () => queryOptions({ queryKey: ['account'], queryFn: readAccount, staleTime: 0 });

/** How many keys the account has: passkeys and the authenticator app. The last key must not be removed. */
export const countKeys = ({ passkeys, app }: Pick<Account, 'passkeys' | 'app'>): number =>
  passkeys.length + (app === null ? 0 : 1);
