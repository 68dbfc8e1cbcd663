/**
 * The reference of a lead. The element is always in the page: the server fills in the reference when it responds to a
 * form that was sent without JavaScript.
 */
export function SentReference({ reference = '' }: { reference: string | undefined }) {
  return (
    <strong data-reference="" suppressHydrationWarning>
      {reference}
    </strong>
  );
}
