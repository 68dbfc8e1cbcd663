import { useQueryClient } from '@tanstack/react-query';
import { auth } from '../api/client.ts';
import { CodeField } from './CodeField.tsx';
import { dataOf, openDesk } from './session.ts';
import { useAuthStep } from './use-auth-step.ts';

/** Asks for an authenticator app's code, as a second step: the user must be signed in already, for example by mail. */
export function AppCode({ factorId }: { factorId: string }) {
  const queries = useQueryClient();
  const step = useAuthStep('app-code', async (code: string) => {
    await dataOf(auth().mfa.challengeAndVerify({ factorId, code }));
    await openDesk(queries);
  });
  return <CodeField label="Code from your authenticator app" action="Continue" step={step} />;
}
