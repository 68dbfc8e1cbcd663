import { useLive } from '../live/live.tsx';
import { clockTime } from '../lib/london.ts';

/** Says since when nothing new has come. What is shown is then the desk as it was at that time. */
export function ConnectionNotice() {
  const { brokenSince } = useLive();
  return (
    <div role="status" className="empty:hidden">
      {brokenSince !== undefined && (
        <p className="connection-notice">
          <strong>Not connected since {clockTime(brokenSince)}.</strong> You see the desk as it was then. What
          you write is kept and sent when the line is back.
        </p>
      )}
    </div>
  );
}
