import { useQueryClient } from '@tanstack/react-query';
import { post } from '../api/account.ts';
import { CodeField } from './CodeField.tsx';
import { openDesk } from './session.ts';
import { useSignInStep } from './use-sign-in-step.ts';

/** Asks for an authenticator app's code, as a second step: the user must be signed in already, for example by mail. */
export function AppCode() {
  const queries = useQueryClient();
  const step = useSignInStep('app-code', async (code: string) => {
    const { id } = await post('/sign-in/app', { code });
    await openDesk(queries, id);
  });
  return <CodeField label="Code from your authenticator app" action="Continue" step={step} />;
}
