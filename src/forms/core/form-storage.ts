/**
 * What a tab keeps about its forms in session storage, in two entries per form: the draft (`draft.ts`) under the form's
 * name, and whether the form has been sent, with its receipt.
 */

export const sentKey = (form: string) => `${form}.sent`;

/**
 * Calls `work` with the session storage. Returns undefined where storage is blocked (even reading the property
 * `sessionStorage` throws there), so that the forms work without it.
 */
export function withStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(sessionStorage);
  } catch {
    return undefined;
  }
}

export const hasDraft = (form: string): boolean =>
  withStorage((storage) => storage.getItem(form) !== null) ?? false;

/** Whether this tab has sent the form. Its answers may then still be in pages that the browser restores. */
export const wasSent = (form: string): boolean =>
  withStorage((storage) => storage.getItem(sentKey(form)) !== null) ?? false;

/**
 * Deletes a form's draft and records that the form has been sent.
 *
 * @param receipt what the confirmation shows again after a reload (`receipt.ts`)
 */
export function markSent(form: string, receipt = 'yes'): void {
  withStorage((storage) => {
    storage.removeItem(form);
    storage.setItem(sentKey(form), receipt);
  });
}
