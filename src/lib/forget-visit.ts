/**
 * Forgets what this tab keeps of a visitor on somebody else's computer: drafts, and the reference and the link of a form that
 * was sent (`forms/core/form-storage.ts`). That it was sent stays, because a browser may restore its answers, which are then
 * emptied.
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
