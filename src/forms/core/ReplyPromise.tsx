import { useMemo } from 'react';
import { promiseInWords } from '../../lib/reply-clock.ts';

/** By when the visitor hears from us, counted from the moment when the form was sent. Without scripts it says nothing. */
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
