import { NOT_SENT_NOTICES, type Notice, type NotSentReason } from '#lead/form-notices.ts';
import type { Contact } from '../../lib/contact.ts';
import { OtherWays } from './OtherWays.tsx';
import { STILL_TRYING } from './still-trying.ts';

type Props = {
  submitting: boolean;
  stillTrying: boolean;
  notSent: NotSentReason | undefined;
  contact: Contact;
};

/**
 * The note at the submit button. It says that sending takes long, or that the answers are not sent yet. Its element is
 * rendered as soon as sending begins, still empty, because a screen reader announces only changes in a region that
 * already exists.
 */
export function SendingNote({ submitting, stillTrying, notSent, contact }: Props) {
  if (!submitting && !notSent) return null;
  return (
    <div role="status" data-sending-note className="w-full">
      {stillTrying && <p>{STILL_TRYING}</p>}
      {!submitting && notSent && <NotSent {...NOT_SENT_NOTICES[notSent]} contact={contact} />}
    </div>
  );
}

function NotSent({ title, description, contact }: Notice & { contact: Contact }) {
  return (
    <div className="border-l-8 border-danger bg-danger-wash p-4">
      <p className="font-semibold">{title}</p>
      <p className="text-small">{description}</p>
      <OtherWays {...contact} />
    </div>
  );
}
