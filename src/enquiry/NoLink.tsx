import { useState, type SubmitEvent } from 'react';
import { enquiryPath } from '#lead/enquiry-key.ts';
import { findEnquiryKey } from '#lead/find-enquiry-key.ts';
import { Button } from '../components/ui/Button.tsx';
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
        This link does not work, or has stopped working.
      </p>
      <p>
        A link stops working if nobody uses it for six months, if it is cancelled, or after five wrong tries
        at the last digits of your phone number. Some email programs change links or break them in two. Your
        enquiry may still be with us. There are three ways to open it.
      </p>
      <PasteLink />
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
        <h2 className="text-h4">A new link by email</h2>
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
          done="If we have an enquiry with that address, a new link is on its way to it. It can take a few minutes."
        />
        <SubmitButton submitting={isSending} label="Send me a new link" busyLabel="Sending..." />
      </form>
      <div>
        <h2 className="text-h4">A new link from us</h2>
        <p className="mt-2">
          Ring{' '}
          <a href={telHref(firm.phone)} className="whitespace-nowrap text-action underline">
            {firm.phone}
          </a>{' '}
          or write to{' '}
          <a href={`mailto:${firm.email}`} className="wrap-break-word text-action underline">
            {firm.email}
          </a>
          . Give your reference if you have it.
        </p>
      </div>
    </>
  );
}

/** Opens the link that the seller pastes, in the form in which the mail program has left it. */
function PasteLink() {
  const [error, setError] = useState<string>();

  function open(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const pasted = new FormData(event.currentTarget).get('link');
    const found = findEnquiryKey(typeof pasted === 'string' ? pasted : '');
    if (found === undefined) {
      setError('That is not the whole link. Copy all of it from our email.');
    } else if (found === findEnquiryKey(window.location.href)) {
      setError(
        'This is the link that you have just opened. It does not work. Try one of the two ways below.',
      );
    } else {
      // The page loads again when its key changes (`key.ts`).
      window.location.assign(enquiryPath(found));
    }
  }

  return (
    <form aria-label="Open your link" className="stack-4" onSubmit={open}>
      <h2 className="text-h4">The whole link from our email</h2>
      <TextField
        name="link"
        id="pasted-link"
        label="The link"
        hint="Copy it from the email and paste it here. It begins with the address of this page."
        error={error}
        autoComplete="off"
        enterKeyHint="go"
      />
      <Button type="submit">Open my page</Button>
    </form>
  );
}
