import { auth } from '../api/client.ts';
import { Problem } from './Problem.tsx';
import { dataOf } from './session.ts';
import { useAuthStep } from './use-auth-step.ts';

type Props = { variant?: 'primary' | 'secondary'; children: string; whenDone: () => Promise<void> };

/** A button that registers a passkey on this device. */
export function AddPasskey({ variant = 'primary', children, whenDone }: Props) {
  const { run, isBusy, problem } = useAuthStep('register', async () => {
    await dataOf(auth().registerPasskey());
    await whenDone();
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
        {isBusy ? 'Waiting for this device' : children}
      </button>
      <Problem>{problem}</Problem>
    </div>
  );
}
