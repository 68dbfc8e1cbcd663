import { use } from 'react';
import { ReadOnlyContext } from './Form.tsx';
import { Button } from './Button.tsx';

/** A form's submit button. It is hidden while the form is read-only because of a conflict with a colleague's change. */
export function SaveButton({ isSending, children }: { isSending: boolean; children: string }) {
  const isReadOnly = use(ReadOnlyContext);
  if (isReadOnly && !isSending) return null;
  return (
    <Button type="submit" variant="primary" aria-disabled={isSending}>
      {isSending ? 'Saving' : children}
    </Button>
  );
}
