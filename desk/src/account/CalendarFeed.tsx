import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/calls.ts';
import { dayMonthYear } from '../lib/london.ts';
import { explainSignInError } from '../sign-in/explain-sign-in-error.ts';
import { Problem } from '../ui/Problem.tsx';
import { Button } from '../ui/Button.tsx';

const QUERY = { queryKey: ['calendar-feed'], queryFn: () => call('calendar_feed', {}) };

/** The private address with which a calendar program shows what is due. It is shown once. */
export function CalendarFeed() {
  const queries = useQueryClient();
  const { data, error } = useQuery(QUERY);
  const changing = useMutation({
    mutationFn: (change: 'new' | 'end') => call('calendar_feed', { change }),
    onSuccess: ({ since }) => queries.setQueryData(QUERY.queryKey, { since, path: null }),
  });
  const path = changing.data?.path;
  const failed = changing.error ?? error;
  return (
    <section>
      <h2 className="text-h3">In your calendar</h2>
      <p>
        Subscribe to an address of your own in Apple Calendar, Google Calendar or Outlook. It shows what is
        due on your leads and on those that nobody has taken, with initials and reference only. Your program
        decides how often it looks: Google may take a day.
      </p>
      {path && (
        <label className="grid gap-1">
          <span className="label">
            Copy this address now: it is not shown again. Whoever has it can read your calendar.
          </span>
          <input
            className="text-box"
            readOnly
            value={`${window.location.origin}${path}`}
            onFocus={({ target }) => target.select()}
          />
        </label>
      )}
      {data?.since && <p className="hint">{`Your address works since ${dayMonthYear(data.since)}.`}</p>}
      <div className="flex flex-wrap gap-3">
        <Button aria-disabled={changing.isPending} onClick={() => changing.mutate('new')}>
          New address
        </Button>
        {data?.since && (
          <Button variant="plain" aria-disabled={changing.isPending} onClick={() => changing.mutate('end')}>
            End it
          </Button>
        )}
      </div>
      {data?.since && <p className="hint">A new address ends the one before.</p>}
      <Problem>{failed ? explainSignInError(failed, 'other') : undefined}</Problem>
    </section>
  );
}
