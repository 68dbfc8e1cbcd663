import { useId, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { ChoiceField, TextField } from './Field.tsx';
import { readRows, type Row } from './rows.ts';

type Column = {
  name: string;
  label: string;
  /** The choices, by value. Without them, the field is a text. */
  words?: Readonly<Record<string, string>>;
  type?: 'date' | 'month';
  inputMode?: 'numeric';
};

type Props = {
  label: string;
  hint: string;
  add: string;
  columns: readonly Column[];
  /** The rows as JSON, because drafts hold text. */
  value: string;
  error: string | undefined;
  onText: (text: string) => void;
};

/** Fields that can be repeated: a row for each thing. */
export function RowsField({ label, hint, add, columns, value, error, onText }: Props) {
  const id = useId();
  const addButton = useRef<HTMLButtonElement>(null);
  const [isAdding, setIsAdding] = useState(false);
  const rows = readRows(value);
  const write = (next: readonly Row[]) => onText(JSON.stringify(next));
  return (
    <fieldset className="grid gap-2" aria-describedby={`${id}-hint`}>
      <legend className="label">{`${label}s`}</legend>
      <p id={`${id}-hint`} className="hint">
        {hint}
      </p>
      {rows.map((row, index) => (
        // Rows are only added at the end, and their fields hold no state of their own.
        <div key={index} role="group" aria-label={`${label} ${index + 1}`} className="offer-row">
          {columns.map(({ name, words, ...props }, column) => {
            const field = {
              ...props,
              // Applies only to a new row, because React focuses an element when it is mounted.
              autoFocus: isAdding && column === 0,
              value: row[name] ?? '',
              onText: (text: string) =>
                write(rows.map((other) => (other === row ? { ...row, [name]: text } : other))),
            };
            return words ? (
              <ChoiceField key={name} {...field} words={words} none="Choose" />
            ) : (
              <TextField key={name} autoComplete="off" {...field} />
            );
          })}
          <Button
            size="small"
            onClick={() => {
              write(rows.filter((other) => other !== row));
              // The button, which has the focus, goes away.
              addButton.current?.focus();
            }}
          >
            Remove<span className="sr-only">{` ${label.toLowerCase()} ${index + 1}`}</span>
          </Button>
        </div>
      ))}
      <Button
        ref={addButton}
        size="small"
        onClick={() => {
          setIsAdding(true);
          write([...rows, {}]);
        }}
      >
        {add}
      </Button>
      {error !== undefined && (
        <p aria-invalid tabIndex={-1} className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
