import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { ChangeArgs, ChangeName } from '../api/calls.ts';
import type { Lead } from '../api/types.ts';
import type { Base } from './base.ts';
import { outbox } from './desk-outbox.ts';
import { isUnanswered, type Change } from './outbox.ts';

export const useOutbox = () => useSyncExternalStore(outbox.watch, outbox.read, outbox.read);

export type Sending<Name extends ChangeName> = {
  /** @param base the lead as it was when somebody began to type */
  submit: (args: ChangeArgs[Name], base: Base) => void;
  isSending: boolean;
  /** Whether the form can only be read: it is being sent, or somebody has to choose between two versions. */
  isFixed: boolean;
  /** What has been sent off and is not stored yet. */
  change: Change | undefined;
};

/**
 * Sends one kind of change to a lead, and shows what becomes of it.
 *
 * @param key of the form's draft: the lead's id and the form's name
 */
export function useChange<Name extends ChangeName>(
  name: Name,
  key: string,
  onStored?: (lead: Lead) => void,
): Sending<Name> {
  const change = useOutbox().changes.find((sent) => sent.key === key);
  const tell = useEffectEvent((lead: Lead) => onStored?.(lead));
  useEffect(() => outbox.show(key), [key]);
  useEffect(
    () =>
      outbox.onStored((stored, lead) => {
        if (stored.key === key) tell(lead);
      }),
    [key],
  );
  return {
    submit: (args, base) => {
      outbox.add({ name, key, args, base });
    },
    isSending: change !== undefined && isUnanswered(change),
    isFixed: change !== undefined && change.state !== 'refused',
    change,
  };
}
