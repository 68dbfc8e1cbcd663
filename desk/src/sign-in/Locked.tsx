import { useQuery } from '@tanstack/react-query';
import { AppCode } from './AppCode.tsx';
import { accountKeysQuery } from './keys-of-account.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
import { Kept, SignInFrame } from './SignInPage.tsx';

/** What stands in place of the content until the person proves who they are. */
export function Locked({ name }: { name: string }) {
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
