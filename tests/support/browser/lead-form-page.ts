import type { Locator, Page } from '@playwright/test';
import type { Lead } from '#lead/lead.ts';

export abstract class LeadFormPage<Field extends string> {
  readonly page: Page;
  readonly form: Locator;
  readonly submitButton: Locator;
  readonly sentRegion: Locator;
  readonly ownPageLink: Locator;

  constructor(page: Page, source: Lead['source'], sentId: string) {
    this.page = page;
    this.form = page.locator(`form[data-lead-form="${source}"]`);
    this.submitButton = this.form.locator('button[type="submit"]:visible');
    this.sentRegion = page.locator(`#${sentId}`);
    this.ownPageLink = this.sentRegion.getByRole('link', { name: 'Your own page' });
  }

  /** Waits until the form has hydrated, which turns off the browser's own validation. */
  async waitForScript(): Promise<void> {
    await this.form.and(this.page.locator('[novalidate]')).waitFor({ state: 'attached' });
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

  abstract open(path?: string): Promise<void>;

  abstract fill(changes?: Partial<Record<Field, string>>): Promise<void>;

  async send(path?: string): Promise<void> {
    await this.open(path);
    await this.fill();
    await this.submit();
  }
}

/** Holds back requests to a URL until the returned function is called. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<undefined>();
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return () => resolve(undefined);
}
