import type { Base } from '../changes/base.ts';

const PREFIX = 'desk.draft.';

/**
 * What somebody has typed in a form and not submitted. Kept in session storage by the name of the form, so that it
 * survives a reload and a new sign-in in the same tab.
 */
export type Draft = {
  values: Record<string, string>;
  /** The version of the lead that the edit started from. It is sent even if a reload has read a newer one. */
  base?: Base;
};

/** If storage is blocked, even reading the `sessionStorage` property throws. Drafts are then not kept. */
function withStorage<Result>(access: (storage: Storage) => Result): Result | undefined {
  try {
    return access(sessionStorage);
  } catch {
    return undefined;
  }
}

export function readDraft(key: string): Draft | undefined {
  return withStorage((storage) => {
    const kept = storage.getItem(PREFIX + key);
    return kept === null ? undefined : (JSON.parse(kept) as Draft);
  });
}

export function writeDraft(key: string, draft: Draft): void {
  withStorage((storage) => {
    storage.setItem(PREFIX + key, JSON.stringify(draft));
  });
}

export function clearDraft(key: string): void {
  withStorage((storage) => {
    storage.removeItem(PREFIX + key);
  });
}

const draftKeys = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length));

/** Deletes all drafts, at sign-out. */
export function clearDrafts(): void {
  withStorage((storage) => {
    for (const key of draftKeys(storage)) storage.removeItem(PREFIX + key);
  });
}

/** Replaces the base of each of a lead's drafts that has one. */
export function moveDrafts(leadId: string, move: (base: Base) => Base): void {
  withStorage((storage) => {
    for (const key of draftKeys(storage).filter((name) => name.startsWith(`${leadId}.`))) {
      const draft = readDraft(key);
      if (draft?.base) writeDraft(key, { ...draft, base: move(draft.base) });
    }
  });
}
