import type { Figure } from '../../claims/claim.ts';
import { ClaimFigure } from '../../claims/ClaimFigure.tsx';
import { ClaimNote } from '../../claims/ClaimNote.tsx';

type Props = { hours: string; replyTime: Figure };

/**
 * The panel's heading. It says that people read the message, and when, because this is neither a bot nor a live chat.
 */
export function ChatIntroduction({ hours, replyTime }: Props) {
  return (
    <div className="rounded-t-card bg-slate px-5 py-4 text-on-slate">
      <h2 className="pr-12 text-h4">Leave us a message</h2>
      <p className="mt-1 pr-12 text-small text-on-slate-soft">
        A person reads it. We reply, typically <ClaimFigure claim={replyTime} />.
      </p>
      <ClaimNote claim={replyTime} className="text-on-slate-soft" />
      {/* `browser/reply-clocks.ts` replaces the text, perhaps before React has started. */}
      <p data-reply-clock suppressHydrationWarning className="mt-1 min-h-[2lh] text-small text-on-slate-soft">
        {`We are open ${hours}.`}
      </p>
      <p className="text-small text-on-slate-soft">
        Our{' '}
        <a href="/privacy-policy" className="underline">
          Privacy Policy
        </a>{' '}
        says what we keep.
      </p>
    </div>
  );
}
