/** Submits the form that it is in. */
export function SaveButton({ isSending, children }: { isSending: boolean; children: string }) {
  return (
    <button type="submit" className="button button-primary" aria-disabled={isSending}>
      {isSending ? 'Saving' : children}
    </button>
  );
}
