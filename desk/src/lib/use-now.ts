import { useSyncExternalStore } from 'react';

const TICK_MS = 15_000;

/** The server's clock minus this device's, which may be wrong. */
let offsetMs = 0;
let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  nowMs = Date.now() + offsetMs;
  for (const listener of listeners) listener();
}

/** @param serverNow the time in a response of the server */
export function setClock(serverNow: string): void {
  const offset = Date.parse(serverNow) - Date.now();
  // Ignore differences that network latency explains.
  if (Math.abs(offset - offsetMs) < 2_000) return;
  offsetMs = offset;
  tick();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The server's time in milliseconds since 1970. Renders again every 15 seconds. */
export const useNow = (): number =>
  useSyncExternalStore(
    subscribe,
    () => nowMs,
    () => nowMs,
  );

/** The server's time now, for event handlers. */
export const serverNow = (): number => Date.now() + offsetMs;
