import { use } from 'react';
import { ReadOnlyContext } from './Form.tsx';

/** A form's submit button. It is hidden while the form is read-only because of a conflict with a colleague's change. */
export function SaveButton({ isSending, children }: { isSending: boolean; children: string }) {
  const isReadOnly = use(ReadOnlyContext);
  if (isReadOnly && !isSending) return null;
  return (
    <button type="submit" className="button button-primary" aria-disabled={isSending}>
      {isSending ? 'Saving' : children}
    </button>
  );
}
