import type { Card } from '../api/types.ts';
import { tabStorage } from './storage.ts';

const KEY = 'desk.last-seen';

/** The list "Now", of the leads to call or write to next, as it was last read from the server. */
export type LastSeen = { atMs: number; cards: Card[] };

/** Keeps the list while the tab is open. If the server cannot be reached after a reload, the app shows this list. */
export function keepLastSeen(lastSeen: LastSeen): void {
  tabStorage.setItem(KEY, JSON.stringify(lastSeen));
}

export function readLastSeen(): LastSeen | undefined {
  return tabStorage.getJson(KEY) as LastSeen | undefined;
}

/** Deletes the list, at sign-out. */
export function forgetLastSeen(): void {
  tabStorage.removeItem(KEY);
}
