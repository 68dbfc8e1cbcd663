import { useQuery } from '@tanstack/react-query';
import { faultsQuery } from '../api/queries.ts';
import { exactTime } from '../lib/london.ts';

/** For owners: a line for each thing that is out of order, until it is put right. It opens to what they can do. */
export function FaultsNotice() {
  const { data: faults = [] } = useQuery(faultsQuery());
  return (
    <div role="status" className="empty:hidden">
      {faults.map(({ kind, since, what, mend }) => (
        <details key={kind} className="connection-notice">
          <summary className="min-h-11 cursor-pointer content-center">
            <strong>{`${what}.`}</strong> <span className="text-link min-h-0">What to do</span>
          </summary>
          <p className="max-w-3xl pb-2 wrap-anywhere">{`Since ${exactTime(since)}. ${mend}`}</p>
        </details>
      ))}
    </div>
  );
}
