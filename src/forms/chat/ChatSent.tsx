import type { ChatLead } from '#lead/lead.ts';
import { SENT_IDS } from '#lead/form-notices.ts';
import type { Figure } from '../../claims/claim-schema.ts';
import { ClaimFigure } from '../../claims/ClaimFigure.tsx';
import { ReplyPromise } from '../core/ReplyPromise.tsx';
import { Icon } from '../../components/ui/Icon.tsx';
import type { Receipt } from '../core/receipt.ts';
import { FilledByServer } from '../core/FilledByServer.tsx';
import { EnquiryLink } from '../core/EnquiryLink.tsx';

type Props = {
  shown: boolean;
  hydrated: boolean;
  receipt: Receipt<ChatLead> | undefined;
  replyTime: Figure;
  onDismiss: () => void;
};

/**
 * The confirmation beside the closed chat panel, shown until the visitor dismisses it or opens the panel again. The
 * island shows it with `data-shown`; without JavaScript the server does (`server/site/sent-page.ts`), or redirects to
 * `#chat-sent`, and CSS shows the `:target`.
 */
export function ChatSent({ shown, hydrated, receipt, replyTime, onDismiss }: Props) {
  return (
    <div
      // The server sets `data-shown` when it responds to a form sent without JavaScript.
      suppressHydrationWarning
      id={SENT_IDS.chat_widget}
      tabIndex={-1}
      data-shown={shown ? '' : undefined}
      hidden={hydrated && !shown}
      className="mx-4 mb-3 flex shown-when-sent max-h-[65dvh] max-w-80 items-start gap-2.5 overflow-y-auto rounded-card border-l-8 border-action bg-card p-4 pr-1 shadow-float sm:ml-auto lg:mx-0"
    >
      <Icon name="tick" className="mt-0.5 text-action" />
      <div className="min-w-0 grow">
        <p>
          We have your message. A person answers it, typically <ClaimFigure claim={replyTime} /> while we are
          open.
          <ReplyPromise sent={shown && !receipt?.isReloaded} />
        </p>
        <FilledByServer data-success="" className="block font-semibold" />
        {receipt?.lead && (
          <p data-sent-answers className="mt-2 text-small wrap-break-word text-ink-soft">
            {beginningOf(receipt.lead.message)}
          </p>
        )}
        {(!hydrated || receipt?.reference) && (
          <p key={receipt?.reference} className="mt-2 text-small">
            {receipt?.lead && <span>{`We will ring or text you on ${receipt.lead.phone}. `}</span>}
            Your reference: <FilledByServer data-reference="">{receipt?.reference}</FilledByServer>
          </p>
        )}
        <EnquiryLink link={receipt?.link} className="mt-2 text-small" />
      </div>
      <button
        type="button"
        onClick={onDismiss}
        className="-mt-2.5 grid size-11 shrink-0 cursor-pointer place-items-center rounded-control hover:bg-wash"
      >
        <Icon name="close" />
        <span className="sr-only">Dismiss</span>
      </button>
    </div>
  );
}

/** The first 160 characters of a message, enough for visitors to recognise what they wrote. */
const beginningOf = (message: string) => (message.length > 160 ? `${message.slice(0, 160)}…` : message);
