import type { Card } from '../api/types.ts';

const KEY = 'desk.last-seen';

/** The list "Now" as it was last read. */
export type LastSeen = { atMs: number; cards: Card[] };

/** Keeps the list for a reload without a connection, as long as the tab is open. */
export function keepLastSeen(lastSeen: LastSeen): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(lastSeen));
  } catch {
    // Storage is blocked or full: the list is then gone after a reload.
  }
}

export function readLastSeen(): LastSeen | undefined {
  try {
    const kept = sessionStorage.getItem(KEY);
    return kept === null ? undefined : (JSON.parse(kept) as LastSeen);
  } catch {
    return undefined;
  }
}

/** Deletes the list, at sign-out. */
export function forgetLastSeen(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
