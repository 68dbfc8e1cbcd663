import type { Base } from './base.ts';
import { tabStorage } from '../lib/storage.ts';

const PREFIX = 'desk.draft.';

/**
 * What somebody has typed in a form and not submitted. It is kept in the tab's storage under the form's key
 * (`<lead id>.<form>`), so that it survives a reload and a new sign-in in the same tab.
 */
export type Draft = {
  values: Record<string, string>;
  /**
   * The lead as it was when the edit started. Its version is sent even if a reload has read a newer one, so that the
   * database detects a conflict.
   */
  base?: Base;
};

export function readDraft(key: string): Draft | undefined {
  return tabStorage.getJson(PREFIX + key) as Draft | undefined;
}

export function writeDraft(key: string, draft: Draft): void {
  tabStorage.setItem(PREFIX + key, JSON.stringify(draft));
}

export function clearDraft(key: string): void {
  tabStorage.removeItem(PREFIX + key);
}

const draftKeys = (leadId?: string): string[] =>
  tabStorage
    .keys()
    .filter((name) => name.startsWith(leadId === undefined ? PREFIX : `${PREFIX}${leadId}.`))
    .map((name) => name.slice(PREFIX.length));

/** Deletes all drafts, at sign-out. */
export function clearDrafts(): void {
  for (const key of draftKeys()) clearDraft(key);
}

export function moveDrafts(leadId: string, move: (base: Base) => Base): void {
  for (const key of draftKeys(leadId)) {
    const draft = readDraft(key);
    if (draft?.base) writeDraft(key, { ...draft, base: move(draft.base) });
  }
}
