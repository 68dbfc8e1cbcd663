import { expect, type Locator, type Page } from '@playwright/test';
import type { ValuationAnswers, ValuationField } from '../../supabase/functions/_shared/lead/valuation.ts';
import { LeadFormPage } from './lead-form-page.ts';

/** The valuation form as a person uses it. */
export class ValuationFormPage extends LeadFormPage<ValuationField> {
  readonly sentRegion: Locator;

  constructor(page: Page) {
    super(page, 'valuation_form');
    this.sentRegion = page.locator('#valuation-sent');
  }

  async open(path = '/'): Promise<void> {
    await this.page.goto(path);
    await this.waitForScript();
  }

  get continueButton(): Locator {
    return this.form.getByRole('button', { name: 'Continue' });
  }

  /** Waits until the next step shows, since each step has a button of this name. */
  async continue(): Promise<void> {
    const step = await this.form.getAttribute('data-step');
    await this.continueButton.click();
    await expect(this.form).not.toHaveAttribute('data-step', step ?? '');
  }

  async back(): Promise<void> {
    const step = await this.form.getAttribute('data-step');
    await this.form.getByRole('button', { name: 'Back' }).click();
    await expect(this.form).not.toHaveAttribute('data-step', step ?? '');
  }

  async choose(name: ValuationField, value: string): Promise<void> {
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
}
