import { clock, dayInWords } from './times.ts';
import type { Failure } from './calls.ts';
import type { Write } from './use-write.ts';

/** The message that tells the seller why a change was not sent. */
export function failureInWords(failure: Failure, now = new Date()): string {
  switch (failure.kind) {
    case 'unreachable':
      return navigator.onLine
        ? 'Not sent yet: we did not get an answer from our server. What you typed is kept here. Send it again. It will count only once.'
        : 'Not sent yet: there is no internet connection. What you typed is kept here. Send it again when there is one.';
    case 'too_many': {
      const after = new Date(now.getTime() + failure.waitMs);
      return `Not sent yet: you have sent several things quickly. Send this again after ${clock(after)} ${dayInWords(after, now)}, or ring us.`;
    }
    case 'changed':
      return 'Our offer has changed since you read it. Please look at the new one before you answer.';
    case 'busy':
      return 'Not done yet: an email about your enquiry is being sent right now. Try again in a minute.';
    case 'refused':
      return failure.message;
    case 'no_link':
      return 'This link no longer works. Reload the page to get a new one, or ring us.';
  }
}

type Props = {
  write: Write;
  done: string;
  /** The fields that show their error themselves. */
  fields?: readonly string[];
};

/**
 * Says that a change was made, or why it was not sent. The element is always in the page, because a screen reader
 * announces only changes in a region that already exists.
 */
export function WriteNote({ write: { isDone, failure }, done, fields = [] }: Props) {
  const isAtField = failure?.kind === 'refused' && fields.includes(failure.field);
  return (
    <div role="status" className="w-full">
      {isDone && (
        <p className="border-l-8 border-action bg-action-wash p-4" key="done">
          {done}
        </p>
      )}
      {failure && (
        // An error that its field shows is announced here, but not shown a second time.
        <p className={isAtField ? 'sr-only' : 'border-l-8 border-danger bg-danger-wash p-4'} key="failure">
          {failureInWords(failure)}
        </p>
      )}
    </div>
  );
}
