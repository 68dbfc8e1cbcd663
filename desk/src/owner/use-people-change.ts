import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/calls.ts';

type Name = 'invite' | 'send_link' | 'change_person' | 'end_person';
type Given<N extends Name> = Parameters<typeof call<N>>[1];

export type Member = Awaited<ReturnType<typeof call<'people'>>>['people'][number];

/** A change of the staff. Its answer is the staff as they are then. */
export function usePeopleChange<N extends Name>(name: N, onDone?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: Given<N>) => call(name, given),
    onSuccess(answer) {
      queries.setQueryData(['people'], answer);
      onDone?.();
    },
    // Without an answer, it may have been done.
    onError: () => queries.invalidateQueries({ queryKey: ['people'] }),
  });
}
