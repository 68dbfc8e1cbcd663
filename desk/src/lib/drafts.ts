import type { Base } from '../changes/base.ts';

const PREFIX = 'desk.draft.';

/**
 * What somebody has typed and not yet sent, by form. It is in session storage, so a reload and a new sign-in in the
 * same tab find it again.
 */
type DraftValues = Record<string, string>;

export type Draft = {
  values: DraftValues;
  /** The lead as it was when they began: what they send later rests on this one, and not on what a reload reads. */
  base?: Base;
};

/** Where storage is blocked, even reading the `sessionStorage` property throws. Drafts are then not kept. */
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

/** Deletes every draft: after signing out. */
export function clearDrafts(): void {
  withStorage((storage) => {
    for (const key of draftKeys(storage)) storage.removeItem(PREFIX + key);
  });
}

/** Gives the drafts of a lead another base, where `move` answers with one. */
export function moveDrafts(leadId: string, move: (base: Base) => Base): void {
  withStorage((storage) => {
    for (const key of draftKeys(storage).filter((name) => name.startsWith(`${leadId}.`))) {
      const draft = readDraft(key);
      if (draft?.base) writeDraft(key, { ...draft, base: move(draft.base) });
    }
  });
}
