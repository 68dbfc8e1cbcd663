import type { Locator, Page } from '@playwright/test';
import type { ChatAnswers, ChatField } from '#lead/chat.ts';
import { SENT_IDS } from '#lead/form-notices.ts';
import { CHAT_ANSWERS } from '../leads/sample-leads.ts';
import { LeadFormPage } from './lead-form-page.ts';

export class ChatWidgetPage extends LeadFormPage<ChatField> {
  readonly toggle: Locator;
  readonly #answers: ChatAnswers;

  /** @param phone the phone number to fill in, by which a test finds its leads */
  constructor(page: Page, phone = CHAT_ANSWERS.phone) {
    super(page, 'chat_widget', SENT_IDS.chat_widget);
    this.toggle = page.locator('details:has(form[data-lead-form="chat_widget"]) > summary');
    this.#answers = { ...CHAT_ANSWERS, phone };
  }

  async open(path = '/'): Promise<void> {
    await this.page.goto(path);
    await this.waitForScript();
    // On a small screen the toggle is hidden while it would cover a form's button, so this scrolls past the form.
    await this.page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await this.toggle.click();
  }

  async fill(changes: Partial<ChatAnswers> = {}): Promise<void> {
    const answers = { ...this.#answers, ...changes };
    for (const name of ['name', 'phone', 'message'] as const) await this.field(name).fill(answers[name]);
  }
}
