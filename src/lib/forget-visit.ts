/**
 * Forgets what this tab keeps of a visitor: drafts, and the reference and the link of a form that was sent
 * (`forms/core/form-storage.ts`). The mark that a form was sent stays: a browser may restore the answers, and the page then
 * empties them.
 */
export function forgetVisit(): void {
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.endsWith('.sent')) sessionStorage.setItem(name, 'yes');
      else sessionStorage.removeItem(name);
    }
  } catch {
    // Where storage is blocked, nothing was kept.
  }
}
