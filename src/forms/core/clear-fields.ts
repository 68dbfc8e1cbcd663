/**
 * Empties every field. It does not use `form.reset()`, because that restores the default values, which are the
 * visitor's answers on a page that the server has returned with errors.
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
