import { useEffect, useState } from 'react';

/** How long the content stays on the screen without a touch. */
const LIMIT_MS = 15 * 60_000;

/** Shared by the tabs of a browser, and survives a reload. */
const KEY = 'desk.last-touch';

const WRITE_EVERY_MS = 10_000;
const LOOK_EVERY_MS = 5_000;

/** Whether so long has passed that the content must be hidden. A clock that was set back counts as no time. */
export function isIdle(lastTouchMs: number | undefined, nowMs: number): boolean {
  return lastTouchMs !== undefined && nowMs - lastTouchMs >= LIMIT_MS;
}

function lastTouch(): number | undefined {
  const stored = Number(localStorage.getItem(KEY) ?? NaN);
  return Number.isFinite(stored) ? stored : undefined;
}

const UNLOCK_EVENT = 'desk:touch';

/** Notes that the person is there. Unlocks. */
export function touch(): void {
  localStorage.setItem(KEY, String(Date.now()));
  dispatchEvent(new Event(UNLOCK_EVENT));
}

/**
 * Whether the content must be hidden until the person proves who they are.
 *
 * @param isOn off on the loopback trial, where nobody has a passkey
 */
export function useIdleLock(isOn: boolean): boolean {
  const [isLocked, setLocked] = useState(() => isOn && isIdle(lastTouch(), Date.now()));

  useEffect(() => {
    if (!isOn) return;
    const look = () => {
      setLocked(isIdle(lastTouch(), Date.now()));
    };
    const noteTouch = () => {
      const [last, now] = [lastTouch(), Date.now()];
      if (isIdle(last, now)) look();
      else if (last === undefined || Math.abs(now - last) >= WRITE_EVERY_MS) touch();
    };
    noteTouch();
    const timer = setInterval(look, LOOK_EVERY_MS);
    const controller = new AbortController();
    const options = { signal: controller.signal, passive: true, capture: true };
    for (const event of ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const) {
      addEventListener(event, noteTouch, options);
    }
    // Timers stand still in a tab in the background.
    document.addEventListener('visibilitychange', look, options);
    addEventListener('pageshow', look, options);
    addEventListener(UNLOCK_EVENT, look, options);
    // Another tab has noted a touch or was unlocked.
    addEventListener('storage', look, options);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [isOn]);

  return isOn && isLocked;
}
