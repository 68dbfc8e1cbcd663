import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { leadQuery } from '../api/queries.ts';
import { Refusal } from '../api/refusal.ts';
import { State } from '../app/State.tsx';
import { ListState } from '../inbox/ListState.tsx';
import { LeadView } from './LeadView.tsx';

/** @param back the list that the lead was opened from */
export function LeadPage({ id, back }: { id: string; back: string }) {
  const lead = useQuery(leadQuery(id));
  if (lead.error instanceof Refusal && lead.error.status === 404) {
    return (
      <State title="This lead is gone">
        <p>It was erased, or deleted after its time.</p>
        <Link href={back} className="button button-primary">
          Back to the list
        </Link>
      </State>
    );
  }
  if (lead.data === undefined) return <ListState list={lead} />;
  return <LeadView lead={lead.data} back={back} />;
}
