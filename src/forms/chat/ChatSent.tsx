import { useState } from 'react';
import { SENT_IDS } from '#lead/notices.ts';
import type { Figure } from '../../claims/claim.ts';
import { ClaimFigure } from '../../claims/ClaimFigure.tsx';
import { ClaimNote } from '../../claims/ClaimNote.tsx';
import { Icon } from '../../components/ui/Icon.tsx';

type Props = { shown: boolean; replyTime: Figure; onDismiss: () => void };

/**
 * The confirmation beside the closed panel, shown until the visitor dismisses it or opens the panel again. The island
 * shows it with `data-shown`; without JavaScript the server redirects to `#chat-sent`, which shows it by `:target`.
 */
export function ChatSent({ shown, replyTime, onDismiss }: Props) {
  const [dismissed, setDismissed] = useState(false);
  return (
    <div
      id={SENT_IDS.chat_widget}
      data-shown={shown ? '' : undefined}
      hidden={dismissed}
      className="mb-3 flex shown-when-called max-w-[min(20rem,100vw-2rem)] items-start gap-2.5 rounded-card border-l-8 border-action bg-card p-4 pr-1 shadow-float"
    >
      <Icon name="tick" className="mt-0.5 text-action" />
      <p className="grow">
        We have your message. A person answers it, typically <ClaimFigure claim={replyTime} />.
        <ClaimNote claim={replyTime} className="mt-1 text-ink-soft" />
      </p>
      <button
        type="button"
        onClick={() => {
          setDismissed(true);
          onDismiss();
        }}
        className="-mt-2.5 grid size-11 shrink-0 cursor-pointer place-items-center rounded-control hover:bg-wash"
      >
        <Icon name="close" />
        <span className="sr-only">Dismiss</span>
      </button>
    </div>
  );
}
