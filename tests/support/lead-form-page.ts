import type { Locator, Page } from '@playwright/test';
import type { Lead } from '../../supabase/functions/_shared/lead/lead.ts';

/** What both forms have in common, as a person uses them. */
export class LeadFormPage<Field extends string> {
  readonly page: Page;
  readonly form: Locator;
  readonly submitButton: Locator;
  readonly #source: Lead['source'];

  constructor(page: Page, source: Lead['source']) {
    this.page = page;
    this.#source = source;
    this.form = page.locator(`form[data-lead-form="${source}"]`);
    this.submitButton = this.form.locator('button[type="submit"]:visible');
  }

  /** Waits until the form's script has taken over from the browser's own checks. */
  async waitForScript(): Promise<void> {
    await this.page
      .locator(`form[data-lead-form="${this.#source}"][novalidate]`)
      .waitFor({ state: 'attached' });
  }

  field(name: Field): Locator {
    return this.form.locator(`[name="${name}"]`);
  }

  error(name: Field): Locator {
    return this.form.locator(`[data-field-error="${name}"]`);
  }

  toast(text: string): Locator {
    return this.page.getByRole('region', { name: /notification/i }).getByText(text, { exact: true });
  }

  async submit(): Promise<void> {
    await this.submitButton.click();
  }
}
