import { use, useId, type ComponentProps, type ReactNode } from 'react';
import { ReadOnlyContext } from './Form.tsx';

type Shared = { label: string; hint?: ReactNode; error?: string | undefined; onText: (text: string) => void };

function useField({ label, hint, error, onText, id: givenId }: Shared & { id?: string | undefined }) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const describedBy = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`];
  return {
    attributes: {
      id,
      className: 'text-box',
      'aria-invalid': error === undefined ? undefined : true,
      'aria-describedby': describedBy.filter(Boolean).join(' ') || undefined,
      onChange: ({ target }: { target: { value: string } }) => onText(target.value),
    },
    before: (
      <>
        <label htmlFor={id} className="label">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="hint">
            {hint}
          </p>
        )}
      </>
    ),
    after: error !== undefined && (
      <p id={`${id}-error`} className="field-error">
        {error}
      </p>
    ),
  };
}

export function TextField({ label, hint, error, onText, ...props }: ComponentProps<'input'> & Shared) {
  const { attributes, before, after } = useField({ label, hint, error, onText });
  return (
    <div>
      {before}
      <input {...attributes} readOnly={use(ReadOnlyContext)} {...props} />
      {after}
    </div>
  );
}

export function TextArea({ label, hint, error, onText, id, ...props }: ComponentProps<'textarea'> & Shared) {
  const { attributes, before, after } = useField({ label, hint, error, onText, id });
  return (
    <div>
      {before}
      <textarea rows={3} {...attributes} readOnly={use(ReadOnlyContext)} {...props} />
      {after}
    </div>
  );
}

type CheckProps = Pick<Shared, 'label' | 'error' | 'onText'> & { value: string };

/** A checkbox with its label. Its value is 'yes' if it is ticked, and empty otherwise, because drafts hold text. */
export function CheckField({ label, value, error, onText }: CheckProps) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={value === 'yes'}
        aria-invalid={error === undefined ? undefined : true}
        onChange={({ target }) => onText(target.checked ? 'yes' : '')}
      />
      <span>
        <span>{label}</span>
        {error !== undefined && <span className="field-error block">{error}</span>}
      </span>
    </label>
  );
}

type ChoiceProps = ComponentProps<'select'> &
  Shared & {
    /** The options: labels by value. */
    words: Readonly<Record<string, string>>;
    /** The label of the first option, whose value is empty. Without it, there is no such option. */
    none?: string;
  };

/** A native select box, because it is the easiest to use on a phone. */
export function ChoiceField({ label, hint, error, onText, words, none, ...props }: ChoiceProps) {
  const { attributes, before, after } = useField({ label, hint, error, onText });
  return (
    <div>
      {before}
      <select {...attributes} disabled={use(ReadOnlyContext)} {...props}>
        {none !== undefined && <option value="">{none}</option>}
        {Object.entries(words).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      {after}
    </div>
  );
}
