import { Link, useRoute } from 'wouter';
import { isUnanswered } from './outbox.ts';
import { useOutbox } from './use-change.ts';

/** Names the leads with a refused or conflicting change, except the open lead, whose own page shows the change. */
export function UnsentNotice() {
  const [, open] = useRoute('/lead/:id');
  const { changes } = useOutbox();
  const failed = changes.filter((change) => !isUnanswered(change) && change.base.id !== open?.id);
  const leads = [...new Map(failed.map(({ base }) => [base.id, base.name]))];
  return (
    <div role="status" className="empty:hidden">
      {leads.length > 0 && (
        <p className="connection-notice">
          <strong>Not saved:</strong> a change of{' '}
          {leads.map(([id, name], index) => (
            <span key={id}>
              {index > 0 && <span>, </span>}
              <Link href={`/lead/${id}`} className="underline underline-offset-4">
                {name}
              </Link>
            </span>
          ))}
          . Open the lead to see why.
        </p>
      )}
    </div>
  );
}
