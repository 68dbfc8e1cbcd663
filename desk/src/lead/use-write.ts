import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../api/queries.ts';
import { conflictOf, NotConnected, Refusal, signInHint } from '../api/refusal.ts';
import type { Conflict, Lead } from '../api/types.ts';
import { clearDraft, clearRequestId, requestIdOf } from '../lib/drafts.ts';
import { useLive } from '../live/live.tsx';

const LONGEST_WAIT_MS = 10_000;

export type Write<Args> = {
  submit: (args: Args) => void;
  isSending: boolean;
  /** No answer yet: it is sent again until one comes. */
  isWaiting: boolean;
  /** What was refused, for the form to show. */
  refusal: Refusal | undefined;
  /** Somebody else was faster. */
  conflict: Conflict | undefined;
  /** What was sent last, to show it beside the other's version. */
  sent: Args | undefined;
  reset: () => void;
};

/**
 * Sends one kind of change to a lead. Without a connection it tries again until an answer comes, and the repeat is
 * harmless. The draft of the same key is forgotten once the change is stored.
 *
 * @param key of the form's draft: the lead's id and the form's name
 */
export function useWrite<Args extends object>(
  key: string,
  send: (args: Args & { request_id: string }) => Promise<Lead>,
  onStored?: (lead: Lead) => void,
): Write<Args> {
  const queries = useQueryClient();
  const { pollNow } = useLive();
  const mutation = useMutation({
    mutationFn: (args: Args) => send({ ...args, request_id: requestIdOf(key, args) }),
    retry: (_count, error) => error instanceof NotConnected,
    retryDelay: (count) => Math.min(LONGEST_WAIT_MS, 1000 * 2 ** count),
    onSuccess: (lead) => {
      clearDraft(key);
      clearRequestId(key);
      queries.setQueryData(keys.lead(lead.id), lead);
      void queries.invalidateQueries({ queryKey: keys.lists });
      pollNow();
      onStored?.(lead);
    },
    onError: (error) => {
      const conflict = conflictOf(error);
      if (conflict) queries.setQueryData(keys.lead(conflict.lead.id), conflict.lead);
      if (signInHint(error) !== undefined) void queries.invalidateQueries({ queryKey: keys.me });
    },
  });
  const { error } = mutation;
  const conflict = conflictOf(error);
  return {
    submit: (args) => {
      if (!mutation.isPending) mutation.mutate(args);
    },
    isSending: mutation.isPending,
    isWaiting: mutation.isPending && mutation.failureCount > 0,
    refusal: error instanceof Refusal && conflict === undefined ? error : undefined,
    conflict,
    sent: mutation.variables,
    reset: mutation.reset,
  };
}
