import { useQueryClient } from '@tanstack/react-query';
import { auth } from '../api/client.ts';
import { CodeField } from './CodeField.tsx';
import { APP_CODE_DIGITS } from './one-time-code.ts';
import { dataOf, openDesk } from './session.ts';
import { useAuthStep } from './use-auth-step.ts';

/** Proves who one is with the code that an authenticator app shows. Somebody must be signed in, by mail code at least. */
export function AppCode({ factorId }: { factorId: string }) {
  const queries = useQueryClient();
  const { run, isBusy, problem } = useAuthStep('app-code', async (code: string) => {
    await dataOf(auth().mfa.challengeAndVerify({ factorId, code }));
    await openDesk(queries);
  });
  return (
    <CodeField
      label="Code from your authenticator app"
      hint="It changes every 30 seconds."
      digits={APP_CODE_DIGITS}
      action="Continue"
      isBusy={isBusy}
      problem={problem}
      submit={run}
    />
  );
}
