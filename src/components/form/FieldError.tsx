type Props = { fieldId: string; name: string; message: string | undefined };

/** The id of a field's error message, for `aria-describedby`. */
export const errorId = (fieldId: string) => `${fieldId}-error`;

/**
 * A field's message. It is in the page even while there is none: the server, answering a form that was
 * sent without scripts, writes into it, and hydration leaves alone what it finds there.
 */
export function FieldError({ fieldId, name, message = '' }: Props) {
  return (
    <p
      id={errorId(fieldId)}
      data-field-error={name}
      hidden={message === ''}
      suppressHydrationWarning
      className="field-error"
    >
      {message}
    </p>
  );
}
