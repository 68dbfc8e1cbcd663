import { use } from 'react';
import { ReadOnlyContext } from './Form.tsx';

/** Submits its form. Hidden while a conflict is unresolved. */
export function SaveButton({ isSending, children }: { isSending: boolean; children: string }) {
  const isReadOnly = use(ReadOnlyContext);
  if (isReadOnly && !isSending) return null;
  return (
    <button type="submit" className="button button-primary" aria-disabled={isSending}>
      {isSending ? 'Saving' : children}
    </button>
  );
}
