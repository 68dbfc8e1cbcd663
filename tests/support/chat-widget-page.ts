import type { Locator, Page } from '@playwright/test';
import type { ChatAnswers, ChatField } from '../../supabase/functions/_shared/lead/chat.ts';
import { LeadFormPage } from './lead-form-page.ts';

/** The chat widget as a person uses it. */
export class ChatWidgetPage extends LeadFormPage<ChatField> {
  readonly toggle: Locator;

  constructor(page: Page) {
    super(page, 'chat_widget');
    this.toggle = page.locator('details:has(form[data-lead-form="chat_widget"]) > summary');
  }

  async open(path = '/'): Promise<void> {
    await this.page.goto(path);
    await this.waitForScript();
    // On a small screen the toggle is hidden while it would cover a form's button.
    await this.page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await this.toggle.click();
  }

  async fill(answers: ChatAnswers): Promise<void> {
    await this.field('name').fill(answers.name);
    await this.field('phone').fill(answers.phone);
    await this.field('message').fill(answers.message);
  }
}
