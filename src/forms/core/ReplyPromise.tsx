import { useMemo } from 'react';
import { promiseInWords } from '../../lib/reply-sentence.ts';

/**
 * Says by when the visitor will hear from us, counted from when the form was sent. Until the form is sent, it is empty.
 * The server fills it in when it responds to a form sent without JavaScript (`server/site/sent-page.ts`).
 */
export function ReplyPromise({ sent }: { sent: boolean }) {
  const promise = useMemo(() => (sent ? promiseInWords(new Date()) : undefined), [sent]);
  return (
    <strong data-reply-promise="" suppressHydrationWarning className="block font-semibold">
      {promise ?? ''}
    </strong>
  );
}
