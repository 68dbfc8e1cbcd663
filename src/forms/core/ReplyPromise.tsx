import { useMemo } from 'react';
import { promiseInWords } from '../../lib/reply-sentence.ts';
import { FilledByServer } from './FilledByServer.tsx';

/**
 * Says by when the visitor will hear from us, counted from when the form was sent. Until the form is sent, it is empty.
 */
export function ReplyPromise({ sent }: { sent: boolean }) {
  const promise = useMemo(() => (sent ? promiseInWords(new Date()) : undefined), [sent]);
  return (
    <FilledByServer data-reply-promise="" className="block font-semibold">
      {promise}
    </FilledByServer>
  );
}
