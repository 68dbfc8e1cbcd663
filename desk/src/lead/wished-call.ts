import type { Lead, LeadEvent } from '../api/types.ts';

/** The call that the seller has asked for beside a visit that is planned; undefined if staff have rung or planned since. */
export function callBesideVisit(
  { events, next_action }: Pick<Lead, 'events' | 'next_action'>,
  nowMs: number,
) {
  const last = events.findLast(({ kind }) => ['call_wished', 'planned', 'called'].includes(kind));
  const isAhead = last?.kind === 'call_wished' && Date.parse(String(last.facts.ends_at)) > nowMs;
  return isAhead && next_action === 'visit' ? last : undefined;
}

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
