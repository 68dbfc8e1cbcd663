import { useSyncExternalStore } from 'react';

const TICK_MS = 15_000;

/** The server's clock minus this device's. Times are compared with the server's, because a device's may be wrong. */
let offsetMs = 0;
let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  nowMs = Date.now() + offsetMs;
  for (const listener of listeners) listener();
}

/** Sets the app's clock. @param serverNow the time that a response of the server contains */
export function setClock(serverNow: string): void {
  const offset = Date.parse(serverNow) - Date.now();
  // Ignore differences that network latency explains.
  if (Math.abs(offset - offsetMs) < 2_000) return;
  offsetMs = offset;
  tick();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // No component has used the time for a while, so it may be out of date.
    tick();
    timer = setInterval(tick, TICK_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The server's time in milliseconds since 1970. The component renders again every 15 seconds. */
export const useNow = (): number =>
  useSyncExternalStore(
    subscribe,
    () => nowMs,
    () => nowMs,
  );

/** The server's time now, for event handlers. */
export const serverNow = (): number => Date.now() + offsetMs;
