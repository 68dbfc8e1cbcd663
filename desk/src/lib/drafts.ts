const PREFIX = 'desk.draft.';

/**
 * What somebody has typed and not yet sent, by form. It is in session storage, so a reload and a new sign-in in the
 * same tab find it again.
 */
export type DraftValues = Record<string, string>;

/** Where storage is blocked, even reading the `sessionStorage` property throws. Drafts are then not kept. */
function withStorage<Result>(access: (storage: Storage) => Result): Result | undefined {
  try {
    return access(sessionStorage);
  } catch {
    return undefined;
  }
}

export function readDraft(key: string): DraftValues | undefined {
  return withStorage((storage) => {
    const kept = storage.getItem(PREFIX + key);
    return kept === null ? undefined : (JSON.parse(kept) as DraftValues);
  });
}

export function writeDraft(key: string, values: DraftValues): void {
  withStorage((storage) => {
    storage.setItem(PREFIX + key, JSON.stringify(values));
  });
}

export function clearDraft(key: string): void {
  withStorage((storage) => {
    storage.removeItem(PREFIX + key);
  });
}

/** Deletes every draft: after signing out. */
export function clearDrafts(): void {
  withStorage((storage) => {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    for (const key of keys.filter((name) => name.startsWith(PREFIX))) storage.removeItem(key);
  });
}

/**
 * The id of a request. The same content sent again has the same id, so a repeat is harmless; changed content has a
 * new one, because the server ignores the content of an id that it knows.
 */
export function requestIdOf(key: string, content: object): string {
  const requestKey = `${key}.request`;
  const body = JSON.stringify(content);
  const last = readDraft(requestKey);
  if (last?.body === body && last.id !== undefined) return last.id;
  const id = crypto.randomUUID();
  writeDraft(requestKey, { id, body });
  return id;
}

export const clearRequestId = (key: string): void => {
  clearDraft(`${key}.request`);
};
