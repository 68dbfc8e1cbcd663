import { useMutation } from '@tanstack/react-query';
import { explainAuthError, type AuthStep } from './explain-auth-error.ts';

/**
 * Runs one step of signing in, such as checking a code.
 *
 * @param take does the step, and rejects if it fails
 * @returns `run` starts the step; `isBusy` says whether it is in progress; `problem` says why it failed, in words;
 *   `reset` clears the problem
 */
export function useAuthStep<Given = void>(step: AuthStep, take: (given: Given) => Promise<unknown>) {
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: take });
  return {
    run: (given: Given) => {
      if (!isPending) mutate(given);
    },
    isBusy: isPending,
    problem: error ? explainAuthError(error, step) : undefined,
    reset,
  };
}
