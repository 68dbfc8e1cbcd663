import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { ChangeArgs, ChangeName } from '../api/calls.ts';
import type { Lead } from '../api/types.ts';
import type { Base } from './base.ts';
import { outbox } from './desk-outbox.ts';
import { isUnanswered, type Change } from './outbox.ts';

export const useOutbox = () => useSyncExternalStore(outbox.subscribe, outbox.read, outbox.read);

export type Sending<Name extends ChangeName> = {
  /** @param base the lead as it was when the edit started */
  submit: (args: ChangeArgs[Name], base: Base) => void;
  isSending: boolean;
  /** Whether the form is read-only, because its change is being sent, waits for a connection or is in conflict. */
  isReadOnly: boolean;
  /** The submitted change, until it is stored or discarded. */
  change: Change | undefined;
};

/**
 * Lets a form submit one kind of change to a lead, and returns the state of the submitted change.
 *
 * @param key the form's key: `<lead id>.<form>`
 * @param words what the change is called in a message such as "Saved: the next step"
 */
export function useChange<Name extends ChangeName>(
  name: Name,
  key: string,
  words: string,
  onStored?: (lead: Lead) => void,
): Sending<Name> {
  // Only this form renders again when its change does.
  const readOwn = () => outbox.read().changes.find((sent) => sent.key === key);
  const change = useSyncExternalStore(outbox.subscribe, readOwn, readOwn);
  const tell = useEffectEvent((lead: Lead) => onStored?.(lead));
  useEffect(() => outbox.registerForm(key), [key]);
  useEffect(
    () =>
      outbox.onStored((stored, lead) => {
        if (stored.key === key) tell(lead);
      }),
    [key],
  );
  return {
    submit: (args, base) => outbox.add({ name, key, words, args, base }),
    isSending: change !== undefined && isUnanswered(change),
    isReadOnly: change !== undefined && change.state !== 'refused',
    change,
  };
}
