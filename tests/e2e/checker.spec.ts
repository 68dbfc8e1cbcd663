import type { Locator, Page } from '@playwright/test';
import { holdRequests } from '../support/browser/lead-form-page.ts';
import { expect, test } from './fixtures.ts';
import { expectNoViolationsInBothSchemes, horizontalOverflowPx } from './page-checks.ts';

const LAW_GUIDE = '/blog/scottish-property-law-guide';
const EXECUTORS = '/blog/selling-inherited-property-scotland';

const PRIVATE_SALE = {
  mortgage: 'none',
  seller: 'owner',
  occupied: 'vacant',
  listed: 'never',
  epc: 'old',
  register: 'land-register',
  alterations: 'none',
  building: 'house',
  factor: 'none',
};

/** The form of the checker, which asks about a home and says what its sale needs by law. */
const checkerOf = (page: Page) => page.locator('form[data-checker]');

const choice = (checker: Locator, question: string, answer: string) =>
  checker.locator(`input[name="${question}"][value="${answer}"]`);

/** Answers the questions in the order in which the page asks them. */
async function answerAll(checker: Locator, answers: Record<string, string>) {
  const remaining = new Map(Object.entries(answers));
  while (remaining.size > 0) {
    const question = checker.locator('fieldset').last();
    const name = (await question.locator('input').first().getAttribute('name')) ?? '';
    const answer = remaining.get(name);
    if (answer === undefined) throw new Error(`The page asks "${name}", for which there is no answer.`);
    remaining.delete(name);
    await choice(checker, name, answer).check();
    if (remaining.size > 0) await expect(checker.locator('fieldset').last()).not.toHaveId(`checker-${name}`);
  }
}

test("the checker for executors asks about confirmation (Scotland's probate) first", async ({ page }) => {
  await page.goto(EXECUTORS);
  const checker = checkerOf(page);
  await checker.getByRole('radio', { name: 'An executor, without confirmation' }).check();
  await expect(checker.locator('[data-topic="confirmation"]')).toContainText('Yes, to transfer the home');
  await expect(checker.locator('fieldset').last()).toHaveId('checker-mortgage');
});

test('a changed answer changes its result and what to gather', async ({ page }) => {
  await page.goto(LAW_GUIDE);
  const checker = checkerOf(page);
  await answerAll(checker, PRIVATE_SALE);
  const list = checker.locator('[data-checker-list]');
  await expect(list).not.toContainText('death certificate');
  await choice(checker, 'seller', 'executor').check();
  await expect(checker.locator('[data-topic="confirmation"]')).toHaveAttribute('data-verdict', 'yes');
  await expect(list).toContainText('The death certificate');

  // A home that is advertised needs one more answer. Until it is given, the list is hidden; the other answers stay.
  await choice(checker, 'listed', 'public').check();
  await expect(list).toHaveCount(0);
  await choice(checker, 'kind', 'ordinary').check();
  await expect(list).toBeVisible();

  await checker.getByRole('button', { name: 'Start again' }).click();
  await expect(checker.locator('[data-topic]')).toHaveCount(0);
  await expect(checker.locator('input').first()).toBeFocused();
  await expect(checker.locator('input:checked')).toHaveCount(0);
});

test('a choice that was made before the script loaded gets its result', async ({ page }) => {
  const release = await holdRequests(page, /\/_astro\/.*\.js$/);
  await page.goto(LAW_GUIDE, { waitUntil: 'commit' });
  const checker = checkerOf(page);
  await choice(checker, 'mortgage', 'paid').check();
  release();
  // If no script was listening yet when the choice was made, this hover makes the checker load its script.
  await checker.locator('legend').first().hover();
  await expect(checker.locator('[data-topic="mortgage"]')).toHaveAttribute('data-verdict', 'yes');
});

test('the checker works with the keyboard alone, and announces each result', async ({ page }) => {
  await page.goto(LAW_GUIDE);
  const checker = checkerOf(page);
  await choice(checker, 'mortgage', 'none').focus();
  await page.keyboard.press('Space');
  await expect(checker.getByRole('status')).toHaveText('Do I need to repay the loan? No.');
  // An arrow chooses the next answer, and Enter sends nothing.
  await page.keyboard.press('ArrowDown');
  await expect(choice(checker, 'mortgage', 'paid')).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(LAW_GUIDE);
  await expect(checker.locator('fieldset')).toHaveCount(2);
  await page.keyboard.press('Tab');
  await expect(checker.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(choice(checker, 'seller', 'owner')).toBeFocused();
});

test('the checker sends nothing, stores nothing and asks nobody who they are', async ({ page }) => {
  await page.goto(LAW_GUIDE);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('/_astro/')) requests.push(`${request.method()} ${request.url()}`);
  });
  const checker = checkerOf(page);
  await answerAll(checker, PRIVATE_SALE);
  await expect(checker.locator('input:not([type="radio"]), textarea, select')).toHaveCount(0);
  expect(requests).toEqual([]);
  expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('');
  const stored = await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]);
  expect(stored).toEqual([0, 0, '']);
});

test('the Print button prints only the chosen answers, their results and the list', async ({ page }) => {
  await page.goto(LAW_GUIDE);
  const checker = checkerOf(page);
  await answerAll(checker, PRIVATE_SALE);
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await checker.getByRole('button', { name: /^Print/ }).click();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(checker.getByRole('heading', { name: 'What to gather' })).toBeVisible();
  await expect(checker.locator('[data-topic="epc"]')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await expect(page.locator('#checker table')).toBeHidden();
  await expect(checker.getByRole('button')).toHaveCount(0);
  await expect(checker.getByRole('radio')).toHaveCount(Object.keys(PRIVATE_SALE).length);
  // After printing, the rest of the page is shown again.
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

for (const path of [LAW_GUIDE, EXECUTORS]) {
  test(`${path}, printed without answers, has the table of results and no form`, async ({ page }) => {
    await page.emulateMedia({ media: 'print' });
    await page.goto(path);
    await expect(checkerOf(page)).toBeHidden();
    await expect(page.locator('#checker table')).toBeVisible();
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test(`${path} shows the table of results and no questions`, async ({ page }) => {
      await page.goto(`${path}#checker`);
      await expect(checkerOf(page)).toBeHidden();
      await expect(page.locator('#checker table')).toBeVisible();
      await expect(page.locator('#checker table')).toContainText('free help');
      await expect(page.locator('#checker table')).toContainText('0800 028 1456');
    });
  });
}

test('the checker’s results and list pass axe, and fit 320 pixels', async ({ page }) => {
  await page.goto(LAW_GUIDE);
  const checker = checkerOf(page);
  await answerAll(checker, { ...PRIVATE_SALE, mortgage: 'court', listed: 'public', kind: 'ordinary' });
  await expectNoViolationsInBothSchemes(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await horizontalOverflowPx(page)).toBe(0);
});
