import { createContext, useEffect, useRef, useState, type ReactNode } from 'react';

/** True while the form's values have been sent and no answer has come: the fields are then read-only. */
export const SentContext = createContext(false);

type Props = { onSave: () => void; isSending?: boolean; children: ReactNode };

/**
 * A form that is sent in `onSubmit`, because React's `action` prop would reset the select boxes. Where something is
 * missing, the focus goes to the first field that says so.
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
