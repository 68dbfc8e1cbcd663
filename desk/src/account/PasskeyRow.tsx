import { useState } from 'react';
import { removePasskey, renamePasskey, type Passkey } from '../api/account.ts';
import { dayMonthYear } from '../lib/london.ts';
import { Problem } from '../ui/Problem.tsx';
import { explainSignInError } from '../sign-in/explain-sign-in-error.ts';
import { useSignInStep } from '../sign-in/use-sign-in-step.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { TextField } from '../ui/Field.tsx';

type Props = { passkey: Passkey; isLast: boolean; refresh: () => Promise<void> };

/** A passkey, with buttons to rename and remove it. */
export function PasskeyRow({ passkey, isLast, refresh }: Props) {
  const [isNaming, setNaming] = useState(false);
  const { name } = passkey;
  return (
    <li>
      <div className="row">
        <p>
          <strong>{name}</strong>
          <span className="hint block">{historyOf(passkey)}</span>
        </p>
        {!isNaming && (
          <div className="-mx-3 flex">
            <Button variant="plain" size="small" onClick={() => setNaming(true)}>
              Rename<span className="sr-only">{` ${name}`}</span>
            </Button>
            {!isLast && <Removal passkey={passkey} refresh={refresh} />}
          </div>
        )}
      </div>
      {isNaming && (
        <Naming
          passkey={passkey}
          whenDone={async () => {
            await refresh();
            setNaming(false);
          }}
          cancel={() => setNaming(false)}
        />
      )}
    </li>
  );
}

function historyOf({ created_at: created, last_used_at: used }: Passkey): string {
  return `Since ${dayMonthYear(created)}${used ? `, last used ${dayMonthYear(used)}` : ', not used yet'}`;
}

type NamingProps = { passkey: Passkey; whenDone: () => Promise<void>; cancel: () => void };

function Naming({ passkey, whenDone, cancel }: NamingProps) {
  const [name, setName] = useState(passkey.name);
  const { run, isBusy, problem } = useSignInStep('other', async () => {
    await renamePasskey(passkey.id, name.trim());
    await whenDone();
  });
  return (
    <form
      className="grid gap-3 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <TextField
        label="Name of this passkey"
        hint="Such as the device that holds it: Ann’s phone."
        value={name}
        maxLength={100}
        required
        onText={setName}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" size="small" aria-disabled={isBusy}>
          Save the name
        </Button>
        <Button variant="plain" size="small" onClick={cancel}>
          Cancel
        </Button>
      </div>
      <Problem>{problem}</Problem>
    </form>
  );
}

function Removal({ passkey, refresh }: Omit<Props, 'isLast'>) {
  const { name } = passkey;
  const remove = async () => {
    await removePasskey(passkey.id).catch((error: unknown) => {
      throw new Error(explainSignInError(error, 'other'), { cause: error });
    });
    void refresh();
  };
  return (
    <ConfirmDialog
      trigger={
        <>
          Remove<span className="sr-only">{` ${name}`}</span>
        </>
      }
      title={`Remove “${name}”?`}
      action="Remove it"
      onConfirm={remove}
    >
      It will no longer open the desk. Your device may still offer it, so delete it there as well.
    </ConfirmDialog>
  );
}
