import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AppCode } from './AppCode.tsx';
import { useIdleLock } from './idle-lock.ts';
import { accountKeysQuery } from './keys-of-account.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
import { Kept, SignInFrame } from './SignInPage.tsx';

type Props = { isOn: boolean; name: string; children: ReactNode };

/** Takes the content off the page after 15 minutes without a touch, until the person proves who they are. */
export function IdleLock({ isOn, name, children }: Props) {
  const isLocked = useIdleLock(isOn);
  return isLocked ? <Locked name={name} /> : children;
}

function Locked({ name }: { name: string }) {
  const keys = useQuery(accountKeysQuery());
  const app = keys.data?.apps[0];
  return (
    <SignInFrame>
      <div className="grid gap-5">
        <h1 className="text-h2">Locked, {name}</h1>
        <Kept>Nobody has touched the desk for 15 minutes.</Kept>
        <PasskeyButton>Open with your passkey</PasskeyButton>
        {app && <AppCode factorId={app.id} />}
      </div>
    </SignInFrame>
  );
}
