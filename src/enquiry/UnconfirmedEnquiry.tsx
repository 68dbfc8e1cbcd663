import { useEffect, type ReactNode } from 'react';
import { Button } from '../components/ui/Button.tsx';
import { SubmitButton } from '../forms/core/SubmitButton.tsx';
import { TextField } from '../forms/core/TextField.tsx';
import { telHref } from '../lib/phone.ts';
import type { Firm } from './ReachUs.tsx';
import { StandingBox } from './Standing.tsx';
import type { Unconfirmed } from './types.ts';
import { useWrite } from './use-write.ts';
import { promiseOf, standingOf, visitOf } from './words.ts';
import { WriteForm } from './WriteForm.tsx';
import { WriteNote } from './WriteNote.tsx';

type Props = { enquiry: Unconfirmed; firm: Firm; forget: ReactNode; onRefused: () => void };

/**
 * Shown until the link of a mail is confirmed. The mail may have gone to a mistyped address, so there is only where things
 * stand, and nothing that was typed.
 */
export function UnconfirmedEnquiry({ enquiry, firm, forget, onRefused }: Props) {
  // The form that has the focus goes away when the page is opened or refused, so the heading gets the focus.
  useEffect(() => () => document.querySelector('h1')?.focus(), []);
  const changed = enquiry.changed_at !== null;
  const standing = { sentence: standingOf(enquiry).sentence, next: promiseOf(enquiry) ?? visitOf(enquiry) };
  return (
    <div className="stack-14">
      <StandingBox standing={standing} />
      {changed && (
        <p key="changed">
          The contact details of this enquiry were changed. If that was not you, put the old ones back. That
          ends all other links to it.
        </p>
      )}
      {enquiry.can_confirm ? (
        <WriteForm
          key="confirm"
          name="confirm"
          label="Open your page"
          fields={['digits']}
          argsOf={({ digits = '' }) => ({ digits })}
          done=""
          buttons={(isSending) => (
            <SubmitButton
              submitting={isSending}
              label={changed ? 'Put the old details back' : 'Open my page'}
              busyLabel="Checking..."
            />
          )}
        >
          {(field) => (
            <TextField
              {...field('digits')}
              label={`The last four digits of the phone number ${changed ? 'before the change' : 'you gave us'}`}
              hint="We ask once for each link in our emails, so that nobody who gets our email by mistake can read what you sent."
              inputMode="numeric"
              autoComplete="off"
              pattern="[0-9]{4}"
              title="Four digits"
              enterKeyHint="go"
              className="max-w-40"
            />
          )}
        </WriteForm>
      ) : (
        <p key="ring">
          {'We have no phone number to check, so this page cannot open for you. Please ring us on '}
          <a href={telHref(firm.phone)} className="whitespace-nowrap text-action underline">
            {firm.phone}
          </a>
          .
        </p>
      )}
      <NotMine onRefused={onRefused} />
      {forget}
    </div>
  );
}

function NotMine({ onRefused }: Pick<Props, 'onRefused'>) {
  const write = useWrite('not_mine');
  return (
    <section aria-labelledby="not-mine-title" className="stack-4">
      <h2 id="not-mine-title" className="text-h4">
        You did not ask us for this?
      </h2>
      <p>
        Then somebody mistyped their email address. Tell us, and we will send nothing more to yours. Nothing
        is deleted.
      </p>
      <WriteNote write={{ ...write, isDone: false }} done="" />
      <Button
        variant="secondary"
        aria-disabled={write.isSending || undefined}
        onClick={() => {
          void write.send({}).then((isSent) => isSent && onRefused());
        }}
      >
        {write.isSending ? 'Please wait...' : 'This is not mine'}
      </Button>
    </section>
  );
}
