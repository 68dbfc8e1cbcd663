import type { Locator, Page } from '@playwright/test';
import type { ChatAnswers, ChatField } from '../../supabase/functions/_shared/lead/chat.ts';

/** The chat widget as a person uses it. */
export class ChatWidgetPage {
  readonly page: Page;
  readonly form: Locator;
  readonly toggle: Locator;
  readonly submitButton: Locator;

  constructor(page: Page) {
    this.page = page;
    this.form = page.locator('form[data-lead-form="chat_widget"]');
    this.toggle = page.locator('details:has(form[data-lead-form="chat_widget"]) > summary');
    this.submitButton = this.form.locator('button[type="submit"]');
  }

  async open(path = '/'): Promise<void> {
    await this.page.goto(path);
    await this.waitForScript();
    // On a small screen the toggle steps aside while a form's button is where it floats.
    await this.page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await this.toggle.click();
  }

  /** The island turns the browser's own checks off when it takes over. */
  async waitForScript(): Promise<void> {
    await this.page.locator('form[data-lead-form="chat_widget"][novalidate]').waitFor({ state: 'attached' });
  }

  field(name: ChatField): Locator {
    return this.form.locator(`[name="${name}"]`);
  }

  error(name: ChatField): Locator {
    return this.form.locator(`[data-field-error="${name}"]`);
  }

  async fill(answers: ChatAnswers): Promise<void> {
    await this.field('name').fill(answers.name);
    await this.field('phone').fill(answers.phone);
    await this.field('message').fill(answers.message);
  }

  async submit(): Promise<void> {
    await this.submitButton.click();
  }
}
