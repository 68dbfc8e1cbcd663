import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TOLD_OF, type ToldOf } from '#server/database/codes.ts';
import { call } from '../api/calls.ts';
import { Refusal } from '../api/refusal.ts';
import { dayMonthYear } from '../lib/london.ts';
import { addDevice, canBeTold, forgetDevice, thisDevice } from '../live/device.ts';
import { explainSignInError } from '../sign-in/explain-sign-in-error.ts';
import { Problem } from '../ui/Problem.tsx';
import { Button } from '../ui/Button.tsx';
import { CheckField, TextField } from '../ui/Field.tsx';
import { Form } from '../ui/Form.tsx';

/** The user's devices, and what they are told of. */
const devicesQuery = () =>
  queryOptions({ queryKey: ['devices'], queryFn: () => call('devices', {}), staleTime: 0 });
type Told = Awaited<ReturnType<typeof call<'devices'>>>;

const NOT_ALLOWED =
  'This browser does not allow the desk to notify you. Allow notifications for this page in its settings, then try again.';

const explain = (error: unknown) =>
  error instanceof Refusal && error.status === 422 ? error.message : explainSignInError(error, 'other');

/** The devices that are told of leads while the desk is closed, and what they are told of. */
export function Devices({ isOwner }: { isOwner: boolean }) {
  const told = useQuery(devicesQuery());
  return (
    <section>
      <h2 className="text-h3">While the desk is closed</h2>
      <p>
        Your devices can show notifications, with initials and town only: about your own leads, and about
        those that nobody has taken.
      </p>
      <Problem>{told.error ? explain(told.error) : undefined}</Problem>
      {told.data && (
        <>
          <DeviceList told={told.data} />
          <Choice key={JSON.stringify(told.data)} told={told.data} isOwner={isOwner} />
        </>
      )}
    </section>
  );
}

function DeviceList({ told: { devices, public_key: publicKey } }: { told: Told }) {
  const queries = useQueryClient();
  const [news, setNews] = useState('');
  const refresh = () => queries.invalidateQueries(devicesQuery());
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (work: () => Promise<string>) => setNews(await work()),
    onMutate: () => setNews(''),
    onSettled: refresh,
  });
  const run = (work: () => Promise<string>) => () => mutate(work);
  const add = run(async () =>
    (await addDevice(publicKey)) ? 'This device now gets notifications.' : NOT_ALLOWED,
  );
  const remove = (id: string) =>
    run(async () => {
      await call('remove_device', { device_id: id });
      if (id === thisDevice()) await forgetDevice();
      return 'The device gets no more notifications.';
    });
  const sendTest = (id: string) =>
    run(async () => {
      const { sent } = await call('test_device', { device_id: id });
      return sent === 'sent'
        ? 'A test is on its way. If it does not arrive, look at the notification settings of the device.'
        : sent === 'gone'
          ? 'The browser of this device has ended it. Add the device again there.'
          : 'The test could not be sent. Try again in a minute.';
    });
  const isTold = devices.some(({ id }) => id === thisDevice());
  return (
    <>
      <ul className="rows">
        {devices.map(({ id, name, added_at }) => (
          <li key={id} className="row">
            <p>
              <strong>{id === thisDevice() ? `${name} (this device)` : name}</strong>
              <span className="hint block">{`Since ${dayMonthYear(added_at)}`}</span>
            </p>
            <div className="-mx-3 flex">
              <Button variant="plain" size="small" aria-disabled={isPending} onClick={sendTest(id)}>
                Send a test<span className="sr-only">{` to ${name}`}</span>
              </Button>
              <Button variant="plain" size="small" aria-disabled={isPending} onClick={remove(id)}>
                Remove<span className="sr-only">{` ${name}`}</span>
              </Button>
            </div>
          </li>
        ))}
        {devices.length === 0 && <li>No device gets notifications yet.</li>}
      </ul>
      {!isTold &&
        (canBeTold() ? (
          <div>
            <Button aria-disabled={isPending} onClick={add}>
              Show notifications on this device
            </Button>
          </div>
        ) : (
          <p className="hint">
            This browser cannot show notifications. On an iPhone or iPad, press Share, then “Add to Home
            Screen”, and open the desk from there.
          </p>
        ))}
      <p role="status" className="empty:hidden">
        {news}
      </p>
      <Problem>{error ? explain(error) : undefined}</Problem>
    </>
  );
}

function Choice({ told, isOwner }: { told: Told; isOwner: boolean }) {
  const queries = useQueryClient();
  const [chosen, setChosen] = useState<readonly ToldOf[]>(told.told_of);
  const [from, setFrom] = useState(told.quiet_from ?? '');
  const [to, setTo] = useState(told.quiet_to ?? '');
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: () =>
      call('choose_alerts', { told_of: [...chosen], quiet_from: from || null, quiet_to: to || null }),
    onSuccess: () =>
      queries.setQueryData(devicesQuery().queryKey, (old) => old && { ...old, told_of: [...chosen] }),
  });
  const change =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      reset();
      set(value);
    };
  return (
    <Form onSave={() => mutate()} isReadOnly={isPending}>
      <fieldset className="grid gap-2">
        <legend className="label">Notify me of</legend>
        {(Object.keys(TOLD_OF) as ToldOf[])
          .filter((kind) => kind !== 'fault' || isOwner)
          .map((kind) => (
            <CheckField
              key={kind}
              label={TOLD_OF[kind]}
              value={chosen.includes(kind) ? 'yes' : ''}
              onText={change((ticked) =>
                setChosen(ticked ? [...chosen, kind] : chosen.filter((other) => other !== kind)),
              )}
            />
          ))}
      </fieldset>
      <div className="flex flex-wrap gap-4">
        <TextField label="Quiet from" type="time" value={from} onText={change(setFrom)} />
        <TextField label="Quiet until" type="time" value={to} onText={change(setTo)} />
      </div>
      <p className="hint">
        Times are those in Scotland, and may be over midnight. What sellers do in the quiet hours is not shown
        later: look at “Now”.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" aria-disabled={isPending}>
          Save
        </Button>
        <p role="status">{isSuccess ? 'Saved.' : ''}</p>
      </div>
      <Problem>{error ? explain(error) : undefined}</Problem>
    </Form>
  );
}
