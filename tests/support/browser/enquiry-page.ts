import type { Locator, Page } from '@playwright/test';

export class EnquiryPage {
  readonly page: Page;
  readonly standing: Locator;
  readonly noLink: Locator;
  readonly message: Locator;
  readonly conversation: Locator;

  constructor(page: Page) {
    this.page = page;
    this.standing = page.locator('[data-standing]');
    this.noLink = page.getByText('This link does not work, or has stopped working.');
    this.message = page.getByRole('textbox', { name: 'Write to us' });
    this.conversation = page.locator('[data-conversation] > li');
  }

  async open(link: string): Promise<void> {
    await this.page.goto(link);
    await this.standing.waitFor();
    await this.page.getByText('Loading the rest of this page').waitFor({ state: 'detached' });
  }

  async send(text: string): Promise<void> {
    await this.message.fill(text);
    await this.page.getByRole('button', { name: 'Send message' }).click();
  }

  form(name: string): Locator {
    return this.page.locator('details', { has: this.page.getByRole('heading', { name }) });
  }

  async unfold(name: string): Promise<Locator> {
    await this.form(name).locator('summary').click();
    return this.form(name);
  }
}
