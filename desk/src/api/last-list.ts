import type { Card } from './types.ts';
import { tabStorage } from '../lib/storage.ts';

const KEY = 'desk.last-seen';

/** The list "Now", of the leads to call or write to next, as it was last read from the server. */
export type LastList = { atMs: number; cards: Card[] };

/** Keeps the list while the tab is open. If the server cannot be reached after a reload, the app shows this list. */
export function keepLastList(lastList: LastList): void {
  tabStorage.setItem(KEY, JSON.stringify(lastList));
}

export function readLastList(): LastList | undefined {
  return tabStorage.getJson(KEY) as LastList | undefined;
}

/** Deletes the list, at sign-out. */
export function forgetLastList(): void {
  tabStorage.removeItem(KEY);
}
