import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { call } from '../api/calls.ts';
import { useMe } from '../api/use-me.ts';
import { Failure } from '../ui/Failure.tsx';
import { useTitle } from '../ui/title.ts';
import { ForOwners } from './ForOwners.tsx';
import { InviteForm } from './InviteForm.tsx';
import { MemberRow } from './MemberRow.tsx';

const LINK_WAITS_MS = 3_000;

/** Everybody who may work at the desk. Read again while the email with a link waits. */
const peopleQuery = () =>
  queryOptions({
    queryKey: ['people'],
    queryFn: () => call('people', {}),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.people.some(({ link }) => link?.sent_at === null) && LINK_WAITS_MS,
  });

/** Where owners invite people to the desk, change their role and end their access. */
export function PeoplePage() {
  const me = useMe();
  useTitle('People');
  return (
    <ForOwners what="invite somebody, or end their access">
      <div className="page">
        <h1 className="text-h2">People</h1>
        <Team myId={me.id} />
        <InviteForm />
        <section>
          <h2 className="text-h3">People who wrote to you</h2>
          <p>
            <Link href="/person" className="text-link">
              Look somebody up, erase their data, or export leads
            </Link>
          </p>
        </section>
      </div>
    </ForOwners>
  );
}

function Team({ myId }: { myId: string }) {
  const { data, error, refetch } = useQuery(peopleQuery());
  return (
    <section>
      <h2 className="text-h3">Staff</h2>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data && (
        <ul className="rows">
          {data.people.map((member) => (
            <MemberRow key={member.id} member={member} isMe={member.id === myId} />
          ))}
        </ul>
      )}
    </section>
  );
}
