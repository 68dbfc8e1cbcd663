import { useMutation } from '@tanstack/react-query';
import { explainSignInError, type SignInStep } from './explain-sign-in-error.ts';

/**
 * Runs one step of signing in, such as checking a code.
 *
 * @param take does the step, and rejects if it fails
 * @returns `run` starts the step; `isBusy` says whether it is in progress; `problem` says why it failed, in words;
 *   `reset` clears the problem
 */
export function useSignInStep<Given = void>(step: SignInStep, take: (given: Given) => Promise<unknown>) {
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: take });
  return {
    run: (given: Given) => {
      if (!isPending) mutate(given);
    },
    isBusy: isPending,
    problem: error ? explainSignInError(error, step) : undefined,
    reset,
  };
}
