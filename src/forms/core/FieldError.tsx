type Props = { fieldId: string; name: string; message: string | undefined };

export const errorId = (fieldId: string) => `${fieldId}-error`;

/**
 * A field's error message. The element is always in the page: the server fills it in when it responds to a form
 * that was sent without JavaScript, and hydration keeps that text.
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
