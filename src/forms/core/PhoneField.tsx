import { useState, type ComponentProps } from 'react';
import { TextField } from './TextField.tsx';

/** British numbers have at least ten digits, with their first zero. */
const DIGITS = 10;

const isIncomplete = (typed: string): boolean =>
  typed.trim() !== '' && (typed.match(/\p{Nd}/gu) ?? []).length < DIGITS;

/**
 * A field for a telephone number. When it is left with few digits, its hint asks whether the number is complete. This
 * refuses nothing, because the rule for the field counts characters. The question takes the place of the hint, so that
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
