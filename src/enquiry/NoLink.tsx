import { useState, type SubmitEvent } from 'react';
import { SubmitButton } from '../forms/core/SubmitButton.tsx';
import { TextField } from '../forms/core/TextField.tsx';
import { sendNewLink, type Failure } from './calls.ts';
import { telHref } from '../lib/phone.ts';
import type { Firm } from './ReachUs.tsx';
import { WriteNote } from './WriteNote.tsx';

/**
 * What the page shows for a key that opens no enquiry, whether it is unknown, has ended or was revoked: how to get a
 * new link.
 */
export function NoLink({ firm }: { firm: Firm }) {
  return (
    <div className="stack-6" data-no-link>
      <p role="alert" className="font-display text-h3 font-semibold">
        This link does not work, or no longer works.
      </p>
      <p>
        A link ends after half a year in which nobody opens it, and when one of us ends it. Your enquiry may
        still be with us. There are two ways to get a new link.
      </p>
      <GetNewLink firm={firm} />
    </div>
  );
}

/** The two ways to get a new link. */
export function GetNewLink({ firm }: { firm: Firm }) {
  const [isSending, setSending] = useState(false);
  const [isDone, setDone] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function ask(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = new FormData(event.currentTarget).get('email');
    if (isSending || typeof email !== 'string') return;
    setSending(true);
    setFailure(undefined);
    const answer = await sendNewLink(email);
    setSending(false);
    setDone(answer.ok);
    if (!answer.ok) setFailure(answer);
  }

  return (
    <>
      <form aria-label="Get a new link" className="stack-4" onSubmit={(event) => void ask(event)}>
        <h2 className="text-h4">By e-mail</h2>
        <TextField
          name="email"
          id="new-link-email"
          label="Email address"
          hint="The address that you gave us."
          error={failure?.kind === 'refused' ? failure.message : undefined}
          type="email"
          inputMode="email"
          autoComplete="email"
          enterKeyHint="send"
        />
        <WriteNote
          write={{ isSending, isDone, failure }}
          fields={['email']}
          done="If that address belongs to an enquiry, a new link is on its way to it. It can take some minutes."
        />
        <SubmitButton submitting={isSending} label="Send me a new link" busyLabel="Sending..." />
      </form>
      <div>
        <h2 className="text-h4">From us</h2>
        <p className="mt-2">
          Ring{' '}
          <a href={telHref(firm.phone)} className="whitespace-nowrap text-action underline">
            {firm.phone}
          </a>{' '}
          or write to{' '}
          <a href={`mailto:${firm.email}`} className="wrap-break-word text-action underline">
            {firm.email}
          </a>
          , and give your reference if you have it at hand.
        </p>
      </div>
    </>
  );
}
