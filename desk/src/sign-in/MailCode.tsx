import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { post } from '../api/account.ts';
import { CodeField } from './CodeField.tsx';
import { MAIL_CODE_DIGITS } from './one-time-code.ts';
import { Problem } from '../ui/Problem.tsx';
import { openDesk } from './session.ts';
import { useSignInStep } from './use-sign-in-step.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';

/**
 * Signs in with a code that is sent by mail. That alone does not open the desk: the user must then use a passkey or an
 * authenticator app, or add the first one.
 */
export function MailCode() {
  const queries = useQueryClient();
  const id = useId();
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const [isMissing, setMissing] = useState(false);

  const checking = useSignInStep('mail-code', async (code: string) => {
    const { id } = await post('/sign-in/code/check', { email: sentTo ?? '', code });
    await openDesk(queries, id);
  });
  const sending = useSignInStep('mail', async (to: string) => {
    await post('/sign-in/code', { email: to });
    setSentTo(to);
    checking.reset();
  });

  if (sentTo !== undefined) {
    return (
      <div className="grid gap-4">
        <CodeField
          label="Code from the email"
          hint={`If ${sentTo} has an account here, a code is on its way to it. It works for ten minutes.`}
          digits={MAIL_CODE_DIGITS}
          action="Sign in"
          step={checking}
        />
        <p className="flex flex-wrap gap-x-2">
          <Button
            variant="plain"
            size="small"
            aria-disabled={sending.isBusy}
            onClick={() => sending.run(sentTo)}
          >
            Send a new code
          </Button>
          <Button
            variant="plain"
            size="small"
            onClick={() => {
              setSentTo(undefined);
              checking.reset();
            }}
          >
            Use another address
          </Button>
        </p>
        <Problem>{sending.problem}</Problem>
      </div>
    );
  }

  const error = isMissing ? 'Type your email address, like ann@firm.example.' : sending.problem;
  return (
    <form
      noValidate
      className="grid justify-items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const to = email.trim();
        const isEmail = /^[^\s@]+@[^\s@]+$/.test(to);
        setMissing(!isEmail);
        if (isEmail) sending.run(to);
      }}
    >
      <div className="w-full">
        <TextField
          label="Your email address at work"
          type="email"
          autoComplete="email"
          value={email}
          onText={setEmail}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-error`}
        />
      </div>
      <Problem id={`${id}-error`}>{error}</Problem>
      <Button type="submit" aria-disabled={sending.isBusy}>
        {sending.isBusy ? 'One moment' : 'Send me a code'}
      </Button>
    </form>
  );
}
