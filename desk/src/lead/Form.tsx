import type { ReactNode } from 'react';

/** A form that a script sends. A form's `action` would reset its select boxes. */
export function Form({ onSave, children }: { onSave: () => void; children: ReactNode }) {
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      {children}
    </form>
  );
}
