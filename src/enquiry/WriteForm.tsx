import { useState, type ReactNode, type SubmitEvent } from 'react';
import type { WriteName, Writes } from './calls.ts';
import { useWrite } from './use-write.ts';
import { WriteNote } from './WriteNote.tsx';

type Typed = Record<string, string>;

/** The props of a field. `error` is the server’s message about it. */
type FieldProps = { name: string; id: string; defaultValue: string | undefined; error: string | undefined };

type Props<Name extends WriteName> = {
  name: Name;
  /** The name under which a draft is kept, if two forms make the same call. */
  form?: string;
  label: string;
  fields: readonly string[];
  /** Makes the arguments of the call from what was typed. */
  argsOf: (typed: Typed) => Writes[Name];
  /** The message that the form shows when it has been sent. */
  done: string;
  children: (field: (name: string) => FieldProps) => ReactNode;
  buttons: (isSending: boolean) => ReactNode;
};

function read(form: HTMLFormElement, submitter: HTMLElement | null = null): Typed {
  const entries = [...new FormData(form, submitter)];
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** A form of the seller's page. It keeps what was typed until it has been sent. */
export function WriteForm<Name extends WriteName>(props: Props<Name>) {
  const { name, form = name, label, fields, argsOf, done, children, buttons } = props;
  const write = useWrite(name, form);
  /**
   * How often the form was sent. As the key of the fields, it makes React replace them with empty ones after each time.
   */
  const [round, setRound] = useState(0);
  const { failure, isSending } = write;

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = read(event.currentTarget, event.nativeEvent.submitter);
    if (await write.send(argsOf(typed))) setRound((current) => current + 1);
  }

  const field = (fieldName: string): FieldProps => ({
    name: fieldName,
    id: `${form}-${fieldName}`,
    defaultValue: round === 0 ? write.draft.values[fieldName] : undefined,
    error: failure?.kind === 'refused' && failure.field === fieldName ? failure.message : undefined,
  });

  return (
    <form
      aria-label={label}
      className="stack-4"
      onSubmit={(event) => void send(event)}
      onInput={({ currentTarget }) => write.keep(read(currentTarget))}
    >
      <div key={round} className="stack-4">
        {children(field)}
      </div>
      <WriteNote write={write} done={done} fields={fields} />
      <div className="flex flex-wrap gap-3">{buttons(isSending)}</div>
    </form>
  );
}
