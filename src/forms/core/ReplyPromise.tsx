import { useMemo } from 'react';
import { promiseInWords } from '../../lib/reply-sentence.ts';

/**
 * Says by when the visitor will hear from us, counted from when the form was sent. Until the form is sent, and so also
 * on the server, it renders nothing.
 */
export function ReplyPromise({ sent }: { sent: boolean }) {
  const promise = useMemo(() => (sent ? promiseInWords(new Date()) : undefined), [sent]);
  return (
    promise && (
      <strong data-reply-promise className="block font-semibold">
        {promise}
      </strong>
    )
  );
}
