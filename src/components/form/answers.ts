import type { Notice } from '../../../supabase/functions/_shared/lead/notices.ts';
import { TRAP_FIELD } from '../../../supabase/functions/_shared/lead/suspicion.ts';

/**
 * The forms' inputs are uncontrolled: the page's own elements hold the answers, so that what somebody
 * types before the scripts have loaded counts. These functions read and write them.
 */

/** What the form holds now, a text for every field. */
export function readAnswers<Field extends string>(
  form: HTMLFormElement,
  fields: readonly Field[],
): Record<Field, string> {
  const data = new FormData(form);
  const answers = fields.map((field) => {
    const value = data.get(field);
    return [field, typeof value === 'string' ? value : ''] as const;
  });
  return Object.fromEntries(answers) as Record<Field, string>;
}

/** What stands in the field that people do not see. */
export function readTrap(form: HTMLFormElement): string {
  const value = new FormData(form).get(TRAP_FIELD);
  return typeof value === 'string' ? value : '';
}

/** Puts kept answers back, only where nothing has been given since. */
export function fillEmptyFields(form: HTMLFormElement, answers: Record<string, string>): void {
  for (const [name, value] of Object.entries(answers)) {
    const control = form.elements.namedItem(name);
    if (control && 'value' in control && !control.value) control.value = value;
  }
}

/**
 * Empties every field. Not `form.reset()`: in a page with which the server answered a form sent without
 * scripts, the defaults are the answers.
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

/** Focuses a field, in the middle of the screen where neither header, toast nor chat covers it. */
export function focusField(form: HTMLFormElement, name: string): void {
  const control = form.elements.namedItem(name);
  const target = control instanceof RadioNodeList ? control[0] : control;
  if (!(target instanceof HTMLElement)) return;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'center' });
}

/** The messages that the server left in the page, in the order of the fields. */
export function readServerErrors<Field extends string>(form: HTMLFormElement, fields: readonly Field[]) {
  return fields.flatMap((field) => {
    const message = form.querySelector(`[data-field-error="${field}"]`)?.textContent.trim();
    return message ? [{ field, message }] : [];
  });
}

/** The summary that the server left in the page, if it did. */
export function readServerSummary(form: HTMLFormElement): Notice | undefined {
  const box = form.querySelector<HTMLElement>('[data-error-summary]');
  if (!box || box.hidden) return undefined;
  const text = (part: string) => box.querySelector(`[data-error-summary-${part}]`)?.textContent ?? '';
  return { title: text('title'), description: text('text') };
}
