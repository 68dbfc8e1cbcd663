import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../api/calls.ts';
import { ErasePerson } from './ErasePerson.tsx';
import { personKeyIn } from './person-key.ts';
import { PersonRecordView } from './PersonRecordView.tsx';
import { Button } from '../ui/Button.tsx';

type Erased = { leads: number; key: string };

/** Finds everything that is stored about a person, by e-mail address or phone number, and offers to erase it. */
export function LookUp() {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [erased, setErased] = useState<Erased>();
  const lookingUp = useMutation({
    mutationFn: async (key: string) => ({ key, record: await call('person', { key }) }),
  });
  const found = lookingUp.data;

  return (
    <section>
      <h2 className="text-h3">Look somebody up</h2>
      <p>
        For somebody who asks what you hold about them, or wants to be erased. Looking up is recorded, without
        the address or number.
      </p>
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const key = personKeyIn(typed);
          setWrong(key === undefined);
          if (key === undefined || lookingUp.isPending) return;
          setErased(undefined);
          lookingUp.mutate(key);
        }}
      >
        <div>
          <label htmlFor={id} className="label">
            Their email address or phone number
          </label>
          <p id={`${id}-hint`} className="hint">
            Type all of it. Look up each address and number that they have.
          </p>
          <div className="flex flex-wrap items-end gap-3">
            <input
              id={id}
              className="text-box grow basis-60"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              aria-invalid={isWrong}
              aria-describedby={`${id}-hint ${id}-error`}
            />
            <Button type="submit" variant="primary" aria-disabled={lookingUp.isPending}>
              {lookingUp.isPending ? 'Looking' : 'Look up'}
            </Button>
          </div>
        </div>
        <div id={`${id}-error`} role="alert">
          {isWrong && (
            <p className="field-error">Type a whole email address, or a whole number such as 07700 900123.</p>
          )}
          {lookingUp.error && (
            <p className="notice notice-danger">{`The search did not work: ${lookingUp.error.message} Try again.`}</p>
          )}
        </div>
      </form>
      <div role="status" className="empty:hidden">
        {erased && (
          <div className="notice grid gap-2">
            <p>
              <strong>{`Erased: ${erased.leads === 1 ? 'one enquiry' : `${erased.leads} enquiries`}`}</strong>{' '}
              <span>{`of ${erased.key}, with notes and email files.`}</span>
            </p>
            <p>
              Now delete the emails about them in your inbox. Backups that you made before still have them:
              keep none for longer than the leads.
            </p>
          </div>
        )}
        {found !== undefined && found.record.leads.length > 0 && (
          <p className="sr-only">{`Enquiries found: ${found.record.leads.length}. They are listed below.`}</p>
        )}
        {found?.record.leads.length === 0 && (
          <p className="notice">
            {`Nothing is stored about ${found.key}. Try another spelling, or another number.`}
          </p>
        )}
      </div>
      {found !== undefined && found.record.leads.length > 0 && (
        <>
          <PersonRecordView lookedUp={found.key} record={found.record} />
          <ErasePerson
            key={found.record.leads.map((lead) => lead.id).join()}
            lookedUp={found.key}
            leads={found.record.leads}
            lookAgain={() => lookingUp.mutate(found.key)}
            whenErased={(leads) => {
              setErased({ leads, key: found.key });
              setTyped('');
              lookingUp.reset();
            }}
          />
        </>
      )}
    </section>
  );
}
