import type { ComponentProps, ReactNode } from 'react';
import { errorId, FieldError } from './FieldError.tsx';

type Own = { id: string; name: string; label: string; hint?: ReactNode; error: string | undefined };

/**
 * A required field for one line of text, with its label, hint and error message. `below` is a hint shown under the
 * input; it must have the id `hintId(id)`, to which `aria-describedby` refers.
 */
export function TextField({
  label,
  hint,
  below,
  error,
  className,
  ...input
}: Own & { below?: ReactNode } & ComponentProps<'input'>) {
  return (
    <div>
      <FieldLabel id={input.id} label={label} hint={hint} />
      <input
        type="text"
        required
        enterKeyHint="next"
        className={className ? `text-box min-h-12 ${className}` : 'text-box min-h-12'}
        {...describe(input.id, hint ?? below, error)}
        {...input}
      />
      <FieldError fieldId={input.id} name={input.name} message={error} />
      {below}
    </div>
  );
}

/** As `TextField`, for several lines of text. */
export function TextAreaField({
  label,
  hint,
  error,
  className = '',
  ...textarea
}: Own & ComponentProps<'textarea'>) {
  return (
    <div className={className}>
      <FieldLabel id={textarea.id} label={label} hint={hint} />
      <textarea required className="text-box py-2.5" {...describe(textarea.id, hint, error)} {...textarea} />
      <FieldError fieldId={textarea.id} name={textarea.name} message={error} />
    </div>
  );
}

export const hintId = (fieldId: string) => `${fieldId}-hint`;

function FieldLabel({ id, label, hint }: { id: string; label: string; hint: ReactNode }) {
  return (
    <>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      {hint && (
        <p id={hintId(id)} className="text-small text-ink-soft">
          {hint}
        </p>
      )}
    </>
  );
}

function describe(id: string, hint: ReactNode, error: string | undefined) {
  const ids = [hint && hintId(id), error && errorId(id)].filter(Boolean).join(' ');
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': ids || undefined };
}
