import type { Lead, LeadEvent } from '../api/types.ts';

type Planned = Pick<Lead, 'events' | 'next_action'>;

/** The call that the seller has asked for, unless staff have planned or rung since. */
function lastWish({ events }: Planned): LeadEvent | undefined {
  const last = events.findLast(({ kind }) => ['call_wished', 'planned', 'called'].includes(kind));
  return last?.kind === 'call_wished' ? last : undefined;
}

/** The call that the seller has asked for beside a visit that is planned; undefined if it is over, or staff have rung or planned since. */
export function callBesideVisit(lead: Planned, nowMs: number): LeadEvent | undefined {
  const wish = lead.next_action === 'visit' ? lastWish(lead) : undefined;
  return wish && Date.parse(String(wish.facts.ends_at)) > nowMs ? wish : undefined;
}

/** The call that the seller has asked for, if it is the next step; undefined if staff have rung or planned since. */
export const wishedCall = (lead: Planned): LeadEvent | undefined =>
  lead.next_action === 'call' ? lastWish(lead) : undefined;
