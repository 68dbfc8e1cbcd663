import { useEffect, useState } from 'react';

/** How long the content stays on the screen without activity. */
const LIMIT_MS = 15 * 60_000;

/** The time of the last activity, in local storage, so that all tabs share it. */
const KEY = 'desk.last-touch';

const WRITE_EVERY_MS = 10_000;
const LOOK_EVERY_MS = 5_000;

/**
 * Whether the user has been inactive too long. A last activity in the future (the clock was set back) counts as recent.
 */
export function isIdle(lastActivityMs: number | undefined, nowMs: number): boolean {
  return lastActivityMs !== undefined && nowMs - lastActivityMs >= LIMIT_MS;
}

function lastActivity(): number | undefined {
  const stored = Number(localStorage.getItem(KEY) ?? NaN);
  return Number.isFinite(stored) ? stored : undefined;
}

const ACTIVITY_EVENT = 'desk:activity';

/** Records activity, and unlocks the desk. */
export function noteActivity(): void {
  localStorage.setItem(KEY, String(Date.now()));
  dispatchEvent(new Event(ACTIVITY_EVENT));
}

/**
 * Whether the content must be hidden until the user signs in again.
 *
 * @param isOn false on a trial, where nobody needs a passkey
 */
export function useIdleLock(isOn: boolean): boolean {
  const [isLocked, setLocked] = useState(() => isOn && isIdle(lastActivity(), Date.now()));

  useEffect(() => {
    if (!isOn) return;
    const look = () => {
      setLocked(isIdle(lastActivity(), Date.now()));
    };
    const onActivity = () => {
      const [last, now] = [lastActivity(), Date.now()];
      if (isIdle(last, now)) look();
      else if (last === undefined || Math.abs(now - last) >= WRITE_EVERY_MS) noteActivity();
    };
    onActivity();
    const timer = setInterval(look, LOOK_EVERY_MS);
    const controller = new AbortController();
    const options = { signal: controller.signal, passive: true, capture: true };
    for (const event of ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const) {
      addEventListener(event, onActivity, options);
    }
    // Browsers throttle timers in background tabs.
    document.addEventListener('visibilitychange', look, options);
    addEventListener('pageshow', look, options);
    addEventListener(ACTIVITY_EVENT, look, options);
    // Another tab has recorded activity or was unlocked.
    addEventListener('storage', look, options);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [isOn]);

  return isOn && isLocked;
}
