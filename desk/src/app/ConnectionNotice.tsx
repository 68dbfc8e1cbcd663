import { useLive } from '../live/LiveProvider.tsx';
import { clockTime } from '../lib/london.ts';

/** Shown while polling fails: says since when the data is out of date. */
export function ConnectionNotice() {
  const { brokenSince } = useLive();
  return (
    <div role="status" className="empty:hidden">
      {brokenSince !== undefined && (
        <p className="connection-notice">
          <strong>{`Not connected since ${clockTime(brokenSince)}.`}</strong> You see the desk as it was then.
          What you write is kept and sent when the connection is back.
        </p>
      )}
    </div>
  );
}
