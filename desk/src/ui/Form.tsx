import { createContext, useEffect, useRef, useState, type ReactNode } from 'react';

/** Whether the form around a field is read-only, because its change is being sent or conflicts with a colleague's. */
export const ReadOnlyContext = createContext(false);

type Props = { onSave: () => void; isReadOnly?: boolean; children: ReactNode };

/**
 * A form. It uses `onSubmit`, because React's `action` prop would reset the select boxes after each submit. After a
 * failed validation, the focus goes to the first invalid field. Ctrl or Cmd with Enter saves, also from a long text.
 */
export function Form({ onSave, isReadOnly = false, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries === 0) return;
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    invalid?.closest('details')?.setAttribute('open', '');
    invalid?.focus();
  }, [tries]);
  return (
    <form
      ref={form}
      className="grid gap-4"
      noValidate
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.repeat || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReadOnly) return;
        onSave();
        setTries(tries + 1);
      }}
    >
      <ReadOnlyContext value={isReadOnly}>{children}</ReadOnlyContext>
    </form>
  );
}
