import { useState, type ComponentProps } from 'react';
import { TextField } from './TextField.tsx';

/** British numbers have at least ten digits, including the leading zero. */
const DIGITS = 10;

const isIncomplete = (typed: string): boolean =>
  typed.trim() !== '' && (typed.match(/\p{Nd}/gu) ?? []).length < DIGITS;

/**
 * A field for a telephone number. When the visitor leaves it with too few digits, it asks whether the number is
 * complete. The question is only a reminder: the rule for the field counts characters. It replaces the hint, so that
 * the button below does not move while it is pressed.
 */
export function PhoneField({ hint, ...field }: ComponentProps<typeof TextField>) {
  const [asks, setAsks] = useState(false);
  return (
    <TextField
      {...field}
      hint={
        <span aria-live="polite">
          {asks ? <strong>Is this your whole phone number?</strong> : <span>{hint}</span>}
        </span>
      }
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      onBlur={({ target }) => {
        setAsks(isIncomplete(target.value));
      }}
    />
  );
}
