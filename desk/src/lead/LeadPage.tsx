import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { leadQuery } from '../api/queries.ts';
import { Refusal, Unavailable } from '../api/refusal.ts';
import { FullPageMessage } from '../ui/FullPageMessage.tsx';
import { useTitle } from '../ui/title.ts';
import { ListState } from '../inbox/ListState.tsx';
import { LeadView } from './LeadView.tsx';

/** Loads and shows one lead. @param back the path of the list that the lead was opened from */
export function LeadPage({ id, back }: { id: string; back: string }) {
  const lead = useQuery(leadQuery(id));
  const isGone = lead.error instanceof Refusal && [400, 404].includes(lead.error.status);
  useTitle(lead.data?.name ?? (isGone ? 'This lead is not here' : 'A lead'));
  // The status is 400 if the id in the URL is not a UUID.
  if (isGone) {
    return (
      <FullPageMessage title="This lead is not here">
        <p>It was erased, or deleted after its time, or the address is incomplete.</p>
        <Link href={back} className="button button-primary">
          Back to the list
        </Link>
      </FullPageMessage>
    );
  }
  if (lead.data === undefined && lead.error instanceof Unavailable) {
    return (
      <p role="alert" className="p-5">
        The desk does not answer, and this lead was not opened in this tab before. It opens as soon as the
        connection is back.
      </p>
    );
  }
  if (lead.data === undefined) return <ListState list={lead} />;
  return <LeadView lead={lead.data} back={back} />;
}
