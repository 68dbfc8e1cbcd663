import type { Notice } from '#lead/form-notices.ts';
import { HONEYPOT_FIELD } from '#lead/suspicion.ts';

/**
 * Functions that read and write a form's fields. The inputs are uncontrolled, so that text which a visitor types before
 * hydration is kept.
 */

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

/** The honeypot field's value: empty unless a bot filled it in. */
export function readHoneypot(form: HTMLFormElement): string {
  const value = new FormData(form).get(HONEYPOT_FIELD);
  return typeof value === 'string' ? value : '';
}

export function fillEmptyFields(form: HTMLFormElement, answers: Record<string, string>): void {
  for (const [name, value] of Object.entries(answers)) {
    const control = form.elements.namedItem(name);
    if (control && 'value' in control && !control.value) control.value = value;
  }
}

/**
 * Focuses a field and scrolls it, with its label and message, to the middle of the screen, where no header, toast or
 * chat covers it. A field taller than half the screen is scrolled to its top instead. The scrolling is instant, because
 * the toast's position is chosen right after it.
 */
export function focusField(form: HTMLFormElement, name: string): void {
  const control = form.elements.namedItem(name);
  const target = control instanceof RadioNodeList ? control[0] : control;
  if (!(target instanceof HTMLElement)) return;
  target.focus({ preventScroll: true });
  const box = target.closest('fieldset') ?? target.parentElement ?? target;
  const fits = box.getBoundingClientRect().height < window.innerHeight / 2;
  box.scrollIntoView({ block: fits ? 'center' : 'start', behavior: 'instant' });
}

/** The error messages that the server rendered for a form sent without JavaScript, in the order of the fields. */
export function readServerErrors<Field extends string>(form: HTMLFormElement, fields: readonly Field[]) {
  return fields.flatMap((field) => {
    const message = form.querySelector(`[data-field-error="${field}"]`)?.textContent.trim();
    return message ? [{ field, message }] : [];
  });
}

export function readServerSummary(form: HTMLFormElement): Notice | undefined {
  const box = form.querySelector<HTMLElement>('[data-error-summary]');
  if (!box || box.hidden) return undefined;
  const text = (part: string) => box.querySelector(`[data-error-summary-${part}]`)?.textContent ?? '';
  return { title: text('title'), description: text('text') };
}

/**
 * The elements that a toast should not cover: the error summary, the fields with errors, the sending note, the submit
 * button, and the toggle that closes the chat.
 */
export function toastSubjectsOf(form: HTMLFormElement): Element[] {
  const messages = form.querySelectorAll('[data-field-error]:not([hidden])');
  return [
    ...form.querySelectorAll('[data-error-summary]:not([hidden])'),
    ...Array.from(messages, (message) => message.parentElement ?? message),
    ...Array.from(form.querySelectorAll('[data-sending-note]'), (note) => note.parentElement ?? note),
    ...form.querySelectorAll('[type="submit"]'),
    ...(form.closest('details')?.querySelectorAll('summary') ?? []),
  ];
}
