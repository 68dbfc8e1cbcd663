import { useRef, useState } from 'react';
import { write, type Answer, type Failure, type Result, type WriteName, type Writes } from './calls.ts';
import { useShared } from './context.ts';
import { requestFor } from './draft.ts';

type Status = 'ready' | 'sending' | 'done';

/**
 * Returns the draft of one form, and a function that sends its change. A retry of the same change has the same request
 * id, even after a reload, so that the server carries the change out only once.
 *
 * @param form the name under which the draft is kept
 */
export function useWrite<Name extends WriteName>(name: Name, form: string = name) {
  const { enquiryKey, drafts, receive, refresh } = useShared();
  const [draft] = useState(() => drafts.read(form));
  const pending = useRef(draft.pending);
  const values = useRef(draft.values);
  const isSending = useRef(false);
  const [status, setStatus] = useState<Status>('ready');
  const [failure, setFailure] = useState<Failure>();

  /** Keeps what was typed, until it has been sent. */
  function keep(typed: Record<string, string>) {
    values.current = typed;
    drafts.write(form, { values: typed, pending: pending.current });
    setStatus((current) => (current === 'done' ? 'ready' : current));
    setFailure(undefined);
  }

  /** @returns whether the change was made */
  async function send(args: Writes[Name]): Promise<boolean> {
    if (isSending.current) return false;
    isSending.current = true;
    pending.current = requestFor(args, pending.current);
    drafts.write(form, { values: values.current, pending: pending.current });
    setStatus('sending');
    setFailure(undefined);
    const answer: Answer<Result<WriteName>> = await write(name, enquiryKey, pending.current.id, args);
    isSending.current = false;
    setStatus(answer.ok ? 'done' : 'ready');
    if (!answer.ok) {
      setFailure(answer);
      if (answer.kind === 'changed') refresh();
      if (answer.kind === 'no_link') receive(answer);
      return false;
    }
    pending.current = undefined;
    values.current = {};
    drafts.remove(form);
    // An erasure leaves no enquiry to show.
    if ('state' in answer.data) receive({ ok: true, data: answer.data });
    return true;
  }

  return {
    draft,
    isSending: status === 'sending',
    isDone: status === 'done',
    failure,
    keep,
    send,
  };
}

export type Write = Pick<ReturnType<typeof useWrite>, 'isSending' | 'isDone' | 'failure'>;
