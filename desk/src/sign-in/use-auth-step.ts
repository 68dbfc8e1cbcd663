import { useMutation } from '@tanstack/react-query';
import { explainAuthError, type AuthStep } from './explain-auth-error.ts';

/**
 * One step of signing in.
 *
 * @returns `run` starts the step; `isBusy`: it is in progress; `problem`: why it failed, in words
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
