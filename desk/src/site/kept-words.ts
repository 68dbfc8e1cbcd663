import { deviceStorage } from '../lib/storage.ts';
import { isSame, type Json } from './form/json.ts';

/** What an owner has typed in a document and the server has not stored yet. */
export type Kept = {
  value: Json;
  /** The document as it was when the typing began, and its revision. */
  base: { value: Json; revision: number };
  /** What was sent last. An answer can be lost, so the server may have it. */
  sent?: Json | undefined;
};

const PREFIX = 'desk.site.';
const keyFor = (person: string, path: string) => `${PREFIX}${person}.${path}`;

/**
 * It is kept on this device until the server has stored it: after the tab is closed, and after a sign-out too, since it is
 * meant for the public. Each person has their own.
 */
export const readKept = (person: string, path: string) =>
  deviceStorage.getJson(keyFor(person, path)) as Kept | undefined;

export function keep(person: string, path: string, kept: Kept | undefined): void {
  if (kept === undefined) deviceStorage.removeItem(keyFor(person, path));
  else deviceStorage.setItem(keyFor(person, path), JSON.stringify(kept));
}

/** The paths of the documents of which something is kept. */
export const keptPaths = (person: string): string[] =>
  deviceStorage
    .keys()
    .filter((key) => key.startsWith(keyFor(person, '')))
    .map((key) => key.slice(keyFor(person, '').length));

type Stored = { value: Json; revision: number };

/**
 * What is left to store once the server's document is known: nothing, if it says the same. What was sent and is there, is the
 * base from then on.
 */
export function settle(kept: Kept, stored: Stored): Kept | undefined {
  if (isSame(kept.value, stored.value)) return undefined;
  const isOwn = kept.sent !== undefined && isSame(kept.sent, stored.value);
  return isOwn
    ? { ...kept, base: { value: stored.value, revision: stored.revision }, sent: undefined }
    : kept;
}
