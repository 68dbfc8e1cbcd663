import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/calls.ts';
import { exactTime } from '../lib/london.ts';
import { Problem } from '../sign-in/Problem.tsx';
import { Button } from '../ui/Button.tsx';
import { CheckField } from '../ui/Field.tsx';

const TEST_WAITS_MS = 2_000;
const KEY = ['owner-mails'];

/** The emails that an owner gets from the desk: alerts always, the figures of the week if wished. */
export function OwnerMails({ email }: { email: string }) {
  const queries = useQueryClient();
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: () => call('owner_mails', { weekly: null }),
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.test?.sent_at === null && TEST_WAITS_MS,
  });
  const onSuccess = (answer: unknown) => queries.setQueryData(KEY, answer);
  const choosing = useMutation({
    mutationFn: (weekly: boolean) => call('owner_mails', { weekly }),
    onSuccess,
  });
  const testing = useMutation({ mutationFn: () => call('send_test', {}), onSuccess });
  const problem = error ?? choosing.error ?? testing.error;
  return (
    <section>
      <h2 className="text-h3">Emails to you</h2>
      <p>
        {`When something is out of order, such as a failed backup, ${email} gets an email with what to do, at most once a day. The desk says so too, until it is mended.`}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          aria-disabled={testing.isPending}
          onClick={() => {
            if (!testing.isPending) testing.mutate();
          }}
        >
          Send me a test
        </Button>
        <p role="status">{data?.test && testWords(data.test)}</p>
      </div>
      {data && (
        <CheckField
          label="Each Monday morning, the figures of the week"
          value={(choosing.isPending ? choosing.variables : data.weekly) ? 'yes' : ''}
          onText={(value) => choosing.mutate(value === 'yes')}
        />
      )}
      <Problem>{problem?.message}</Problem>
    </section>
  );
}

const testWords = ({ made_at, sent_at }: { made_at: string; sent_at: string | null }) =>
  sent_at === null
    ? `The test of ${exactTime(made_at)} waits to be sent. If it stays so, email does not work.`
    : `The last test was sent on ${exactTime(sent_at)}. Look whether it has arrived.`;
