import { useEffect, useState } from 'react';
import { deviceStorage } from '../lib/storage.ts';

/** How long the content stays on the screen without activity of the user. */
const LIMIT_MS = 15 * 60_000;

/** The local storage key of the time of the last activity, which all tabs share. */
const KEY = 'desk.last-touch';

const WRITE_EVERY_MS = 10_000;
const LOOK_EVERY_MS = 5_000;

/**
 * Whether the user has been inactive too long. A last activity in the future (the clock was set back) is recent.
 */
export function isIdle(lastActivityMs: number | undefined, nowMs: number): boolean {
  return lastActivityMs !== undefined && nowMs - lastActivityMs >= LIMIT_MS;
}

function lastActivity(): number | undefined {
  const stored = Number(deviceStorage.getItem(KEY) ?? NaN);
  return Number.isFinite(stored) ? stored : undefined;
}

const ACTIVITY_EVENT = 'desk:activity';

/** Records activity now. If the desk is locked, this unlocks it. */
export function noteActivity(): void {
  deviceStorage.setItem(KEY, String(Date.now()));
  dispatchEvent(new Event(ACTIVITY_EVENT));
}

/**
 * Watches the user's activity in all tabs, and the time.
 *
 * @param onLook called with whether the desk is locked, every few seconds and whenever that may have changed
 *
 * @returns a function that ends the watch
 */
export function watchActivity(onLook: (isLocked: boolean) => void): () => void {
  const look = () => onLook(isIdle(lastActivity(), Date.now()));
  const onActivity = () => {
    const [last, now] = [lastActivity(), Date.now()];
    // Activity does not unlock the desk: only `noteActivity` does, after signing in.
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
  // Browsers slow down timers in background tabs, so a tab also looks when it is shown again.
  document.addEventListener('visibilitychange', look, options);
  addEventListener('pageshow', look, options);
  addEventListener(ACTIVITY_EVENT, look, options);
  // This event says that another tab has recorded activity or was unlocked.
  addEventListener('storage', look, options);
  return () => {
    clearInterval(timer);
    controller.abort();
  };
}

/**
 * Whether the content must be hidden until the user signs in again.
 *
 * @param isOn false on a trial installation: its users need no passkey, so they may be unable to unlock the desk
 */
export function useIdleLock(isOn: boolean): boolean {
  const [isLocked, setLocked] = useState(() => isOn && isIdle(lastActivity(), Date.now()));
  useEffect(() => (isOn ? watchActivity(setLocked) : undefined), [isOn]);
  return isOn && isLocked;
}
