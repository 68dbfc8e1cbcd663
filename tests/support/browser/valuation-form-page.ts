import { expect, type Locator, type Page } from '@playwright/test';
import { SENT_IDS } from '#lead/form-notices.ts';
import type { ValuationAnswers, ValuationField } from '#lead/valuation.ts';
import { VALUATION_ANSWERS } from '../leads/sample-leads.ts';
import { LeadFormPage } from './lead-form-page.ts';

type Changes = Partial<ValuationAnswers>;

/** The page object of the valuation form. Its `fill…` methods fill in the sample answers, with changes. */
export class ValuationFormPage extends LeadFormPage<ValuationField> {
  readonly #answers: ValuationAnswers;

  /** @param phone the phone number to fill in, by which a test finds its leads */
  constructor(page: Page, phone = VALUATION_ANSWERS.phone) {
    super(page, 'valuation_form', SENT_IDS.valuation_form);
    this.#answers = { ...VALUATION_ANSWERS, phone };
  }

  async open(path = '/'): Promise<void> {
    await this.page.goto(path);
    await this.waitForScript();
  }

  get continueButton(): Locator {
    return this.form.getByRole('button', { name: 'Continue' });
  }

  async continue(): Promise<void> {
    await this.#changeStep(this.continueButton, 1);
  }

  async back(): Promise<void> {
    await this.#changeStep(this.form.getByRole('button', { name: 'Back' }), -1);
  }

  /** Waits for the new step; otherwise the next call might click the old step's button, which has the same name. */
  async #changeStep(button: Locator, by: 1 | -1): Promise<void> {
    // The button is shown only after the script has set the form's `data-step`.
    await button.waitFor();
    const step = Number(await this.form.getAttribute('data-step'));
    await button.click();
    await expect(this.form).toHaveAttribute('data-step', String(step + by));
  }

  async choose(name: ValuationField, value: string): Promise<void> {
    if (value) await this.form.locator(`[name="${name}"][value="${value}"]`).check();
  }

  chosen(name: ValuationField): Locator {
    return this.form.locator(`[name="${name}"]:checked`);
  }

  async fillProperty(changes: Changes = {}): Promise<void> {
    const answers = { ...this.#answers, ...changes };
    for (const name of ['postcode', 'address'] as const) await this.field(name).fill(answers[name]);
    for (const name of ['propertyType', 'bedrooms'] as const) await this.choose(name, answers[name]);
  }

  async fillCondition(changes: Changes = {}): Promise<void> {
    await this.choose('condition', changes.condition ?? this.#answers.condition);
  }

  async fillContact(changes: Changes = {}): Promise<void> {
    const answers = { ...this.#answers, ...changes };
    for (const name of ['firstName', 'lastName', 'email', 'phone'] as const) {
      await this.field(name).fill(answers[name]);
    }
  }

  /** Fills in all three steps, without submitting the form. */
  async fill(changes: Changes = {}): Promise<void> {
    await this.fillProperty(changes);
    await this.continue();
    await this.fillCondition(changes);
    await this.continue();
    await this.fillContact(changes);
  }

  /** Fills in the form where it shows all steps, as it does without JavaScript. */
  async fillAllSteps(changes: Changes = {}): Promise<void> {
    await this.fillProperty(changes);
    await this.fillCondition(changes);
    await this.fillContact(changes);
  }
}
