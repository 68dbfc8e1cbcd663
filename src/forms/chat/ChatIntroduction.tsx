import type { Figure } from '../../claims/claim-schema.ts';
import { ClaimFigure } from '../../claims/ClaimFigure.tsx';

type Props = { hours: string; replyTime: Figure };

/**
 * The heading of the chat panel. It says that a person reads the message and how soon we reply, because visitors may
 * expect a bot or a live chat.
 */
export function ChatIntroduction({ hours, replyTime }: Props) {
  return (
    <div className="bg-slate px-5 py-4 text-on-slate sm:rounded-t-card">
      <h2 className="text-h4">Leave us a message</h2>
      <p className="mt-1 text-small text-on-slate-soft">
        A person replies, typically <ClaimFigure claim={replyTime} /> while we are open.
      </p>
      {/* `browser/reply-times.ts` may replace this text before hydration, so React must not compare it. */}
      <p data-reply-time suppressHydrationWarning className="mt-1 min-h-[3lh] text-small text-on-slate-soft">
        {`We are open ${hours}.`}
      </p>
      <p className="text-small text-on-slate-soft">
        {'Our '}
        <a href="/privacy-policy" className="underline">
          Privacy Policy
        </a>
        {' says what we keep.'}
      </p>
    </div>
  );
}
