import type { Figure } from '../../claims/claim-schema.ts';
import { ClaimFigure } from '../../claims/ClaimFigure.tsx';
import { ClaimNote } from '../../claims/ClaimNote.tsx';

type Props = { hours: string; replyTime: Figure };

/**
 * The heading of the chat panel. It says that a person reads the message and how soon we reply, because visitors may
 * expect a bot or a live chat.
 */
export function ChatIntroduction({ hours, replyTime }: Props) {
  return (
    <div className="rounded-t-card bg-slate px-5 py-4 text-on-slate">
      <h2 className="pr-12 text-h4">Leave us a message</h2>
      <p className="mt-1 pr-12 text-small text-on-slate-soft">
        A person reads it. We reply, typically <ClaimFigure claim={replyTime} />.
      </p>
      <ClaimNote claim={replyTime} className="text-on-slate-soft" />
      {/* `browser/reply-times.ts` may replace this text before hydration, so React must not compare it. */}
      <p data-reply-time suppressHydrationWarning className="mt-1 min-h-[3lh] text-small text-on-slate-soft">
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
