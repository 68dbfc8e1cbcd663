import { useQueryClient } from '@tanstack/react-query';
import { auth } from '../api/client.ts';
import { Problem } from './Problem.tsx';
import { dataOf, openDesk } from './session.ts';
import { useAuthStep } from './use-auth-step.ts';

type Props = { variant?: 'primary' | 'secondary'; children?: string };

/** Signs in with a passkey of this device or of a nearby phone. */
export function PasskeyButton({ variant = 'primary', children = 'Use your passkey' }: Props) {
  const queries = useQueryClient();
  const { run, isBusy, problem } = useAuthStep('passkey', async () => {
    await dataOf(auth().signInWithPasskey());
    await openDesk(queries);
  });
  return (
    <div className="grid justify-items-start gap-4">
      <button
        type="button"
        className={`button button-${variant}`}
        aria-disabled={isBusy}
        onClick={() => {
          run();
        }}
      >
        {isBusy ? 'Waiting for your passkey' : children}
      </button>
      <Problem>{problem}</Problem>
    </div>
  );
}
