import { load } from 'cheerio';
import type { FieldError, Lead } from '#lead/lead.ts';
import type { Notice } from '#lead/form-notices.ts';
import { escapeHtml } from '#send-email/message.ts';

type Refill = {
  answers: Record<string, string>;
  notice: Notice;
  fieldErrors: readonly FieldError<string>[];
  /** The list items with the other ways to reach the firm. */
  otherWays: string;
};

/** A placeholder in a form's HTML, for attributes of an element or for a text: what each response fills in. */
type Slot =
  | { kind: 'control'; name: string; hintIds: string; hasValue: boolean }
  | { kind: 'choice'; name: string; value: string; hintIds: string }
  | { kind: 'answer'; name: string }
  | { kind: 'errorState'; name: string }
  | { kind: 'error'; name: string }
  | { kind: 'summaryState' | 'title' | 'description' | 'links' };

/** A form's HTML, with `texts[n]` before `slots[n]`, and the ids of the elements for its error messages. */
type Template = { texts: string[]; slots: Slot[]; errorIds: Map<string, string> };

/** The mark of a slot, in place of an attribute or a text. */
const MARK = / data-slot="(\d+)"|\{\{slot:(\d+)\}\}/;

/** Finds a form's slots. Done once for each form, because it takes some milliseconds. */
function parseForm(html: string): Template {
  const $ = load(html, null, false);
  const slots: Slot[] = [];
  const errorIds = new Map<string, string>();
  const number = (slot: Slot) => slots.push(slot) - 1;
  const markText = (slot: Slot) => `{{slot:${number(slot)}}}`;

  $('[name]:not([type=hidden])').each((_, element) => {
    const control = $(element);
    const { name = '', value = '', 'aria-describedby': hintIds = '' } = control.attr() ?? {};
    const isTextarea = control.is('textarea');
    const slot: Slot = control.is('[type="radio"]')
      ? { kind: 'choice', name, value, hintIds }
      : { kind: 'control', name, hintIds, hasValue: !isTextarea };
    control.removeAttr('aria-describedby').attr('data-slot', String(number(slot)));
    if (isTextarea) control.text(markText({ kind: 'answer', name }));
    else if (slot.kind === 'control') control.removeAttr('value');
  });

  $('[data-field-error]').each((_, element) => {
    const { id = '', 'data-field-error': name = '' } = $(element).attr() ?? {};
    errorIds.set(name, id);
    const state = String(number({ kind: 'errorState', name }));
    $(element)
      .removeAttr('hidden')
      .attr('data-slot', state)
      .text(markText({ kind: 'error', name }));
  });

  const summary = $('[data-error-summary]');
  summary.removeAttr('hidden').attr('role', 'alert');
  summary.attr('data-slot', String(number({ kind: 'summaryState' })));
  summary.find('[data-error-summary-title]').text(markText({ kind: 'title' }));
  summary.find('[data-error-summary-text]').text(markText({ kind: 'description' }));
  summary.find('ul').text(markText({ kind: 'links' }));

  const pieces = $.html().split(MARK);
  const inOrder: Slot[] = [];
  // For each mark, `split` adds both groups of the pattern. One of them is undefined.
  for (let index = 1; index < pieces.length; index += 3) {
    const slot = slots[Number(pieces[index] ?? pieces[index + 1])];
    if (slot) inOrder.push(slot);
  }
  return { texts: pieces.filter((_, index) => index % 3 === 0), slots: inOrder, errorIds };
}

function fillForm({ texts, slots, errorIds }: Template, refill: Refill): string {
  const { answers, notice, fieldErrors, otherWays } = refill;
  const messages = new Map(fieldErrors.map(({ field, message }) => [field, message]));
  // Without JavaScript, autofocus is the only way to scroll to the form.
  const toFocus = slots.find((slot) => 'hintIds' in slot && messages.has(slot.name));

  function stateOf(slot: Slot & { name: string; hintIds: string }): string {
    const isInvalid = messages.has(slot.name);
    const ids = [slot.hintIds, isInvalid && errorIds.get(slot.name)].filter(Boolean).join(' ');
    return [
      isInvalid && ' aria-invalid="true"',
      ids && ` aria-describedby="${ids}"`,
      slot === toFocus && ' autofocus=""',
    ]
      .filter(Boolean)
      .join('');
  }

  const linkOf = ({ field, message }: FieldError<string>) => {
    const fieldId = (errorIds.get(field) ?? '').replace(/-error$/, '');
    return `<li><a href="#${fieldId}">${escapeHtml(message)}</a></li>`;
  };

  function write(slot: Slot): string {
    switch (slot.kind) {
      case 'control':
        return (slot.hasValue ? ` value="${escapeHtml(answers[slot.name] ?? '')}"` : '') + stateOf(slot);
      case 'choice':
        return (answers[slot.name] === slot.value ? ' checked=""' : '') + stateOf(slot);
      case 'answer':
        return escapeHtml(answers[slot.name] ?? '');
      case 'errorState':
        return messages.has(slot.name) ? '' : ' hidden=""';
      case 'error':
        return escapeHtml(messages.get(slot.name) ?? '');
      case 'summaryState':
        return toFocus ? '' : ' tabindex="-1" autofocus=""';
      case 'title':
        return escapeHtml(notice.title);
      case 'description':
        return escapeHtml(notice.description);
      case 'links':
        return fieldErrors.map(linkOf).join('') || otherWays;
    }
  }

  return texts.map((text, index) => text + (slots[index] ? write(slots[index]) : '')).join('');
}

/** The templates by the HTML of their forms: all pages have the same two forms. */
const templates = new Map<string, Template>();

function templateOf(html: string): Template {
  const known = templates.get(html);
  if (known) return known;
  const template = parseForm(html);
  templates.set(html, template);
  return template;
}

function openPanel(before: string): string {
  const panel = before.lastIndexOf('<details');
  if (panel <= before.lastIndexOf('</details>')) return before;
  return `${before.slice(0, panel)}<details open=""${before.slice(panel + '<details'.length)}`;
}

/**
 * The response to a form that was submitted without JavaScript and not stored: the built page with the answers filled
 * in, each error shown at its field and linked from a summary. If there are no errors, the summary links to other ways
 * to reach the firm. If scripts do run, the form's island hydrates from this state.
 *
 * @param html a page that has the form
 */
export function refillPage(html: string, source: Lead['source'], refill: Refill): string {
  const start = html.lastIndexOf('<form', html.indexOf(`data-lead-form="${source}"`));
  const end = html.indexOf('</form>', start) + '</form>'.length;
  const before = openPanel(html.slice(0, start)).replace('<title>', '<title>Error: ');
  return before + fillForm(templateOf(html.slice(start, end)), refill) + html.slice(end);
}
