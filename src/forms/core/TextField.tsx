import type { ComponentProps } from 'react';
import { errorId, FieldError } from './FieldError.tsx';

type Own = { id: string; name: string; label: string; hint?: string; error: string | undefined };

/** A required field for one line of text, with its label, hint and error message. */
export function TextField({ label, hint, error, className = '', ...input }: Own & ComponentProps<'input'>) {
  return (
    <div className={className}>
      <FieldLabel id={input.id} label={label} hint={hint} />
      <input
        type="text"
        required
        enterKeyHint="next"
        className="text-box min-h-12"
        {...describe(input.id, hint, error)}
        {...input}
      />
      <FieldError fieldId={input.id} name={input.name} message={error} />
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

function FieldLabel({ id, label, hint }: { id: string; label: string; hint: string | undefined }) {
  return (
    <>
      <label htmlFor={id} className="block font-semibold">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-small text-ink-soft">
          {hint}
        </p>
      )}
    </>
  );
}

function describe(id: string, hint: string | undefined, error: string | undefined) {
  const ids = [hint && `${id}-hint`, error && errorId(id)].filter(Boolean).join(' ');
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': ids || undefined };
}
