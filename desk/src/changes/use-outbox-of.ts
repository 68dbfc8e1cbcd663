import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keys } from '../api/queries.ts';
import { clearDraft, moveDrafts } from '../lib/drafts.ts';
import { mergeLead } from '../live/merge-changes.ts';
import { baseAfter } from './base.ts';
import { CHANGE_NAMES } from './change-names.ts';
import { outbox } from './desk-outbox.ts';
import type { Change } from './outbox.ts';

/** The messages are loaded when they are needed: the first screen has none. */
async function tellSaved({ name, base }: Change): Promise<void> {
  const { toasts } = await import('../app/toasts.ts');
  toasts.add({ title: `Saved: ${CHANGE_NAMES[name]}`, description: base.name });
}

/**
 * Sends the changes of the person who is signed in, and shows everywhere what was stored.
 *
 * @param person undefined while nobody is known to be
 * @param signedInAt changes with each answer that says who is signed in
 */
export function useOutboxOf(person: string | undefined, signedInAt: number): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (person !== undefined) outbox.open(person);
  }, [person, signedInAt]);
  useEffect(() => {
    const ends = [
      outbox.onStored((change, lead) => {
        clearDraft(change.key);
        moveDrafts(lead.id, (base) => baseAfter(base, change, lead));
        mergeLead(queries, lead);
        if (change.state === 'waiting' && !outbox.read().shown.has(change.key)) {
          void tellSaved(change);
        }
      }),
      outbox.onSignInNeeded(() => void queries.invalidateQueries({ queryKey: keys.me })),
    ];
    addEventListener('online', outbox.hurry);
    return () => {
      for (const end of ends) end();
      removeEventListener('online', outbox.hurry);
    };
  }, [queries]);
}
