import type { Locator, Page } from '@playwright/test';
import type { Lead } from '#lead/lead.ts';

/** The page object for the common parts of both lead forms. */
export abstract class LeadFormPage<Field extends string> {
  readonly page: Page;
  readonly form: Locator;
  readonly submitButton: Locator;
  /** The confirmation after the form was sent. */
  readonly sentRegion: Locator;
  /** The link in the confirmation to the seller's own page. */
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

  /** Fills in the sample answers, with changes. */
  abstract fill(changes?: Partial<Record<Field, string>>): Promise<void>;

  /** Opens a page and sends its form with the sample answers. */
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
