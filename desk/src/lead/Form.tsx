import { createContext, useEffect, useRef, useState, type ReactNode } from 'react';

/** Whether what is in the fields has been sent and has no answer: it can then be read and not changed. */
export const SentContext = createContext(false);

type Props = { onSave: () => void; isSending?: boolean; children: ReactNode };

/**
 * A form that a script sends: the form's `action` would reset its select boxes. Where something is missing, the focus
 * goes to the first field that says so.
 */
export function Form({ onSave, isSending = false, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [tries]);
  return (
    <form
      ref={form}
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isSending) return;
        onSave();
        setTries(tries + 1);
      }}
    >
      <SentContext value={isSending}>{children}</SentContext>
    </form>
  );
}
