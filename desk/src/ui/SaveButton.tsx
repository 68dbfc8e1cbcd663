import { use } from 'react';
import { ReadOnlyContext } from './Form.tsx';

/** The submit button of a form. It is hidden while a conflict is unresolved, because the form is then read-only. */
export function SaveButton({ isSending, children }: { isSending: boolean; children: string }) {
  const isReadOnly = use(ReadOnlyContext);
  if (isReadOnly && !isSending) return null;
  return (
    <button type="submit" className="button button-primary" aria-disabled={isSending}>
      {isSending ? 'Saving' : children}
    </button>
  );
}
