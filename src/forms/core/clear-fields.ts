/**
 * Empties every field. Not with `form.reset()`, which restores the default values: on a page that the server
 * returned with errors, those are the visitor's answers.
 */
export function clearFields(form: HTMLFormElement): void {
  for (const control of form.elements) {
    if (control instanceof HTMLTextAreaElement) control.value = '';
    if (control instanceof HTMLInputElement && control.type !== 'hidden') {
      if (control.type === 'radio') control.checked = false;
      else control.value = '';
    }
  }
}
