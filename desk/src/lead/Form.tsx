import { useEffect, useRef, useState, type ReactNode } from 'react';

/**
 * A form that a script sends: the form's `action` would reset its select boxes. Where something is missing, the focus
 * goes to the first field that says so.
 */
export function Form({ onSave, children }: { onSave: () => void; children: ReactNode }) {
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
        onSave();
        setTries(tries + 1);
      }}
    >
      {children}
    </form>
  );
}
