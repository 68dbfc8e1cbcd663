import { load } from 'cheerio';
import type { FieldError, Lead } from '#lead/lead.ts';
import type { Notice } from '#lead/notices.ts';

type Refill = {
  source: Lead['source'];
  answers: Record<string, string>;
  notice: Notice;
  fieldErrors: FieldError<string>[];
};

/**
 * The answer to a form that was posted without scripts and not stored: the built page with the answers
 * filled in, each error shown at its field and linked from a summary. If scripts do run, the form's island
 * hydrates from this state.
 */
export function refillPage(html: string, { source, answers, notice, fieldErrors }: Refill): string {
  const $ = load(html);
  const form = $(`form[data-lead-form="${source}"]`);

  for (const [name, value] of Object.entries(answers)) {
    const control = form.find(`[name="${name}"]`);
    if (control.is('[type="radio"]')) {
      control.filter((_, radio) => $(radio).attr('value') === value).attr('checked', '');
    } else if (control.is('textarea')) {
      control.text(value);
    } else {
      control.attr('value', value);
    }
  }

  const summary = form.find('[data-error-summary]');
  summary.removeAttr('hidden').attr('role', 'alert');
  summary.find('[data-error-summary-title]').text(notice.title);
  summary.find('[data-error-summary-text]').text(notice.description);
  for (const { field, message } of fieldErrors) {
    const slot = form.find(`[data-field-error="${field}"]`);
    const slotId = slot.attr('id') ?? '';
    slot.text(message).removeAttr('hidden');
    form.find(`[name="${field}"]`).each((_, control) => {
      const hintIds = $(control).attr('aria-describedby') ?? '';
      $(control).attr('aria-invalid', 'true').attr('aria-describedby', `${hintIds} ${slotId}`.trim());
    });
    const link = $('<a></a>')
      .attr('href', `#${slotId.replace(/-error$/, '')}`)
      .text(message);
    summary.find('ul').append($('<li></li>').append(link));
  }

  // Without scripts, autofocus is the only way to scroll to the form.
  const faulty = form.find('[aria-invalid]').first();
  (faulty.length > 0 ? faulty : summary.attr('tabindex', '-1')).attr('autofocus', '');
  form.closest('details').attr('open', '');
  $('title').prepend('Error: ');
  return $.html();
}
