import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/calls.ts';
import { exactTime } from '../lib/london.ts';
import { Problem } from '../ui/Problem.tsx';
import { Button } from '../ui/Button.tsx';
import { CheckField } from '../ui/Field.tsx';

const TEST_WAITS_MS = 2_000;
const KEY = ['owner-mails'];
const read = () => call('owner_mails', { weekly: null });

/** What an owner gets from the desk: alerts by email always, and on their devices and the figures of the week if wished. */
export function OwnerMails({ email }: { email: string }) {
  const queries = useQueryClient();
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: read,
    staleTime: 0,
    refetchInterval: ({ state }) => waits(state.data?.test) && TEST_WAITS_MS,
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
      <h2 className="text-h3">Alerts and emails to you</h2>
      <p>
        {`When something is out of order, such as a failed backup, ${email} gets an email with what to do, at most once a day. Your devices tell you too, if you have chosen it under “While the desk is closed”. The desk says so until it is put right.`}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button aria-disabled={testing.isPending} onClick={() => testing.mutate()}>
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

type Test = NonNullable<Awaited<ReturnType<typeof read>>['test']>;

/** Whether it is not known yet how the test has ended. After five minutes, no device is told any more. */
const waits = (test: Test | null | undefined) =>
  test !== null &&
  test !== undefined &&
  (test.sent_at === null ||
    (test.devices.some(({ outcome }) => outcome === null) &&
      Date.now() - Date.parse(test.made_at) < 300_000));

const testWords = ({ made_at, sent_at, devices }: Test) =>
  [
    sent_at === null
      ? `The test email of ${exactTime(made_at)} waits to be sent. If it stays so, email does not work.`
      : `The last test was sent on ${exactTime(sent_at)}. Look whether the email has arrived.`,
    ...devices.map(({ name, outcome }) =>
      outcome === null
        ? `${name}: on its way.`
        : outcome === 'sent'
          ? `${name}: sent. If it shows nothing, look at the notification settings of the device.`
          : `${name}: not sent. Add the device again there.`,
    ),
    ...(devices.length === 0 ? ['No device of yours is told of alerts.'] : []),
  ].join(' ');
