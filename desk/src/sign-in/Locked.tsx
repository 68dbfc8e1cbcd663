import { useQuery } from '@tanstack/react-query';
import { AppCode } from './AppCode.tsx';
import { accountQuery } from './account-keys.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
import { DraftsKeptNotice, SignInFrame } from './SignInPage.tsx';

/** The lock screen after a time without activity. A passkey or an authenticator app's code unlocks the desk. */
export function Locked({ name }: { name: string }) {
  const account = useQuery(accountQuery());
  return (
    <SignInFrame>
      <div className="grid gap-5">
        <h1 className="text-h2">{`Locked, ${name}`}</h1>
        <DraftsKeptNotice>Nobody has touched the desk for 15 minutes.</DraftsKeptNotice>
        <PasskeyButton>Open with your passkey</PasskeyButton>
        {account.data?.app && <AppCode />}
      </div>
    </SignInFrame>
  );
}
