import { useId, useState, type ReactNode } from 'react';
import { APP_CODE_DIGITS, codeIn } from './one-time-code.ts';
import { Problem } from '../ui/Problem.tsx';
import type { useSignInStep } from './use-sign-in-step.ts';
import { Button } from '../ui/Button.tsx';

type Props = {
  label: string;
  hint?: ReactNode;
  digits?: number;
  /** What the button says. */
  action: string;
  step: ReturnType<typeof useSignInStep<string>>;
};

/**
 * A form for a one-time code, by default an authenticator app's. If the code is pasted, or filled in by the browser, the
 * form is sent at once.
 */
export function CodeField({
  label,
  hint = 'It changes every 30 seconds.',
  digits = APP_CODE_DIGITS,
  action,
  step: { run, isBusy, problem },
}: Props) {
  const id = useId();
  const [code, setCode] = useState('');
  const [isShort, setShort] = useState(false);
  const error = isShort ? `The code has ${digits} digits.` : problem;

  const change = (text: string) => {
    const next = codeIn(text, digits);
    setCode(next);
    setShort(false);
    // Several digits came at once, so the code was pasted or filled in, and nobody is still typing.
    if (next.length === digits && next.length - code.length > 1) run(next);
  };

  return (
    <form
      noValidate
      className="grid justify-items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.length < digits) setShort(true);
        else run(code);
      }}
    >
      <div>
        <label htmlFor={id} className="label">
          {label}
        </label>
        <div id={`${id}-hint`} className="hint">
          {hint}
        </div>
        <input
          id={id}
          className="text-box w-56 text-[1.375rem] tracking-[0.2em] tabular-nums"
          value={code}
          onChange={(event) => change(event.target.value)}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-hint ${id}-error`}
        />
      </div>
      <Problem id={`${id}-error`}>{error}</Problem>
      <Button type="submit" variant="primary" aria-disabled={isBusy}>
        {isBusy ? 'One moment' : action}
      </Button>
    </form>
  );
}
