import type { Lead, LeadEvent } from '../api/types.ts';

/**
 * The event in which the seller asked for the call that is the next step; undefined if staff have planned or rung
 * since.
 */
export function wishedCall({
  events,
  next_action,
}: Pick<Lead, 'events' | 'next_action'>): LeadEvent | undefined {
  if (next_action !== 'call') return undefined;
  const last = events.findLast(
    ({ kind }) => kind === 'call_wished' || kind === 'planned' || kind === 'called',
  );
  return last?.kind === 'call_wished' ? last : undefined;
}
