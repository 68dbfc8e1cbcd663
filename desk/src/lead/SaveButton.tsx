import { use } from 'react';
import { SentContext } from './Form.tsx';

/** Submits the form that it is in. Where somebody has to choose between two versions, there is nothing to submit. */
export function SaveButton({ isSending, children }: { isSending: boolean; children: string }) {
  const isFixed = use(SentContext);
  if (isFixed && !isSending) return null;
  return (
    <button type="submit" className="button button-primary" aria-disabled={isSending}>
      {isSending ? 'Saving' : children}
    </button>
  );
}
