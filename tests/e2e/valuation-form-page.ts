import type { Locator, Page } from '@playwright/test';
import type { ValuationAnswers } from '../../supabase/functions/_shared/lead/valuation.ts';

/** The valuation form as a person uses it. */
export class ValuationFormPage {
  readonly page: Page;
  readonly form: Locator;
  readonly submitButton: Locator;
  readonly sentRegion: Locator;

  constructor(page: Page) {
    this.page = page;
    this.form = page.locator('form[data-lead-form="valuation_form"]');
    this.submitButton = this.form.locator('button[type="submit"]:visible');
    this.sentRegion = page.locator('#valuation-sent');
  }

  /** Opens a page and waits until the form's script has taken over from the browser's own checks. */
  async open(path = '/'): Promise<void> {
    await this.page.goto(path);
    await this.waitForScript();
  }

  async waitForScript(): Promise<void> {
    await this.page.locator('form[data-lead-form="valuation_form"][novalidate]').waitFor();
  }

  field(name: keyof ValuationAnswers): Locator {
    return this.form.locator(`[name="${name}"]`);
  }

  error(name: keyof ValuationAnswers): Locator {
    return this.form.locator(`[data-field-error="${name}"]`);
  }

  async continue(): Promise<void> {
    await this.form.getByRole('button', { name: 'Continue' }).click();
  }

  async back(): Promise<void> {
    await this.form.getByRole('button', { name: 'Back' }).click();
  }

  async submit(): Promise<void> {
    await this.submitButton.click();
  }

  async choose(name: keyof ValuationAnswers, value: string): Promise<void> {
    if (value) await this.form.locator(`[name="${name}"][value="${value}"]`).check();
  }

  async fillProperty(answers: ValuationAnswers): Promise<void> {
    await this.field('postcode').fill(answers.postcode);
    await this.field('address').fill(answers.address);
    await this.choose('propertyType', answers.propertyType);
    await this.choose('bedrooms', answers.bedrooms);
  }

  async fillContact(answers: ValuationAnswers): Promise<void> {
    await this.field('firstName').fill(answers.firstName);
    await this.field('lastName').fill(answers.lastName);
    await this.field('email').fill(answers.email);
    await this.field('phone').fill(answers.phone);
  }

  /** Fills in all three steps and stops before the last button. */
  async fill(answers: ValuationAnswers): Promise<void> {
    await this.fillProperty(answers);
    await this.continue();
    await this.choose('condition', answers.condition);
    await this.continue();
    await this.fillContact(answers);
  }

  toast(title: string): Locator {
    return this.page.getByRole('region', { name: /notification/i }).getByText(title, { exact: true });
  }
}
