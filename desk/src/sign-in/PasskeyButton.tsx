import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../ui/Button.tsx';
import { Problem } from '../ui/Problem.tsx';
import { registerPasskey, signInWithPasskey } from './passkey.ts';
import { openDesk } from './session.ts';
import { useSignInStep } from './use-sign-in-step.ts';

type Variant = { variant?: 'primary' | 'secondary' };
type StepProps = Variant & {
  step: 'passkey' | 'register';
  take: () => Promise<void>;
  /** The button's words while the browser asks for the passkey. */
  waiting: string;
  children: string;
};

function StepButton({ variant = 'primary', step, take, waiting, children }: StepProps) {
  const { run, isBusy, problem } = useSignInStep(step, take);
  return (
    <div className="grid justify-items-start gap-4">
      <Button variant={variant} aria-disabled={isBusy} onClick={() => run()}>
        {isBusy ? waiting : children}
      </Button>
      <Problem>{problem}</Problem>
    </div>
  );
}

/** Signs in with a passkey of this device or of a nearby phone. */
export function PasskeyButton({ children = 'Use your passkey', ...props }: Variant & { children?: string }) {
  const queries = useQueryClient();
  const take = async () => openDesk(queries, await signInWithPasskey());
  return (
    <StepButton step="passkey" take={take} waiting="Waiting for your passkey" {...props}>
      {children}
    </StepButton>
  );
}

type AddProps = Variant & { children: string; whenDone: () => Promise<void> };

export function AddPasskey({ whenDone, ...props }: AddProps) {
  const take = async () => {
    await registerPasskey();
    await whenDone();
  };
  return <StepButton step="register" take={take} waiting="Waiting for this device" {...props} />;
}
