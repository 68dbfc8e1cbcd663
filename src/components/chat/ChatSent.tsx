import { SENT_IDS } from '../../../supabase/functions/_shared/lead/notices.ts';
import type { Figure } from '../../schemas/claim.ts';
import { ClaimFigure } from '../content/ClaimFigure.tsx';
import { ClaimNote } from '../content/ClaimNote.tsx';
import { Icon } from '../ui/Icon.tsx';

type Props = { shown: boolean; replyTime: Figure };

/**
 * Stays beside the closed panel after a message has been sent. The island shows it, and so does the
 * address `#chat-sent`, to which the server sends a visitor without scripts.
 */
export function ChatSent({ shown, replyTime }: Props) {
  return (
    <p
      id={SENT_IDS.chat_widget}
      data-shown={shown ? '' : undefined}
      className="mb-3 flex shown-when-called max-w-xs items-start gap-2.5 rounded-card border-l-8 border-action bg-card p-4 shadow-float"
    >
      <Icon name="tick" className="mt-0.5 text-action" />
      <span>
        We have your message. A person answers it, typically <ClaimFigure claim={replyTime} />.
        <ClaimNote claim={replyTime} className="mt-1 text-ink-soft" />
      </span>
    </p>
  );
}
