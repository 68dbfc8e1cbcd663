import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectNoViolationsInBothSchemes, horizontalOverflowPx } from './page-checks.ts';

const PATH = '/blog/cash-buyers-vs-estate-agents';

/** The fragment of the calculator's URL, in which it keeps the figures that were changed. */
const LINK = '#calculator&v=80000&m=12&h=600&c=85&pc=60&ps=15&fc=25&fm=4';

const calculator = (page: Page) => page.getByRole('form', { name: 'Calculator' });

const verdict = (page: Page) => calculator(page).getByRole('status').first();

const detailsSummary = (page: Page) => calculator(page).getByText('Change the other figures');

/** Opens the page and the calculator's `<details>`, whose fields exist once the island has hydrated. */
async function openDetails(page: Page) {
  await page.goto(`${PATH}#calculator`);
  await detailsSummary(page).click();
  await expect(page.getByLabel('Home Report (£)')).toBeVisible();
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the calculator shows the worked example as a table, and no field', async ({ page }) => {
    await page.goto(`${PATH}#calculator`);
    await expect(calculator(page).getByRole('table')).toContainText('£181,560');
    await expect(verdict(page)).toContainText('An agent leaves you the most: £30,085 more than a cash sale');
    await expect(calculator(page).getByRole('textbox')).toHaveCount(0);
    await expect(calculator(page).getByRole('button')).toHaveCount(0);
  });
});

test('a slow agent’s sale leaves less than cash, and the URL restores all figures', async ({ page }) => {
  await openDetails(page);
  const answers = {
    'What your home could sell for (£)': '£80,000',
    'Months until an agent’s sale pays you': '12',
    'What the home costs you each month (£)': '600',
    'Cash offer, as a share of that price (%)': '85%',
    'How likely you are to cut the asking price (%)': '60',
    'How much such a cut takes off (%)': '15',
    'How likely a sale is to fall through (%)': '25',
    'Months lost if it falls through': '4',
  };
  for (const [label, text] of Object.entries(answers)) await page.getByLabel(label).fill(text);
  await expect(verdict(page)).toContainText('A cash sale leaves you the most: £5,196 more than an agent');
  await expect(calculator(page)).toContainText('take 3.3 months');
  expect(new URL(page.url()).hash).toBe(LINK);

  await page.goto('/blog');
  await page.goto(PATH + LINK);
  await expect(verdict(page)).toContainText('£5,196 more than an agent');
  await expect(page.getByLabel('What your home could sell for (£)')).toHaveValue('80000');
  await expect(calculator(page)).toBeInViewport();
});

test('for an invalid figure in the URL, the default is used, and a message says so', async ({ page }) => {
  await page.goto(`${PATH}#calculator&v=lots&h=10`);
  await expect(verdict(page)).toContainText(
    'The calculator could not read some figures in the link, and uses ours instead: What your home could sell for',
  );
  await expect(page.getByLabel('What your home could sell for (£)')).toHaveValue('190,000');
  await expect(page.getByLabel('What the home costs you each month (£)')).toHaveValue('10');
});

test('an invalid figure gets a message at its field, and the last result stays', async ({ page }) => {
  await page.goto(`${PATH}#calculator`);
  const value = page.getByLabel('What your home could sell for (£)');
  await value.fill('about a lot');
  await value.blur();
  await expect(value).toHaveAccessibleDescription(/Write a number here, such as 190,000/);
  await expect(value).toHaveAttribute('aria-invalid', 'true');
  await expect(verdict(page)).toContainText('Please correct “What your home could sell for”.');
  await expect(verdict(page)).toContainText('£30,085 more than a cash sale');
  await expect(value).toHaveValue('about a lot');
  await value.fill('250000');
  await expect(value).not.toHaveAttribute('aria-invalid');
  await expect(verdict(page)).not.toContainText('Please correct');
});

test('the calculator sends and stores nothing, whatever is typed', async ({ page }) => {
  await openDetails(page);
  await page.waitForLoadState('networkidle');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const value = page.getByLabel('What your home could sell for (£)');
  await value.fill('250000');
  await value.press('Enter');
  await expect(page).toHaveURL(/#calculator&v=250000$/);
  expect(requests).toEqual([]);
  expect(await page.evaluate(() => [document.cookie, localStorage.length])).toEqual(['', 0]);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('250');
});

test('the calculator can be used with the keyboard alone', async ({ page }) => {
  await page.goto(`${PATH}#calculator`);
  const months = page.getByLabel('Months until an agent’s sale pays you');
  await page.getByLabel('What your home could sell for (£)').focus();
  await page.keyboard.press('Tab');
  await expect(months).toBeFocused();
  await months.press('ControlOrMeta+a');
  await page.keyboard.type('6');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#calculator&m=6$/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(detailsSummary(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Agent’s commission before VAT (%)')).toBeFocused();
});

test('the calculator is printed alone, with every figure', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await page.goto(PATH + LINK);
  await expect(verdict(page)).toContainText('£5,196 more than an agent');
  await calculator(page).getByRole('button', { name: 'Print' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByLabel('Home Report (£)')).toBeVisible();
  await expect(calculator(page)).toContainText('An estimate from the figures above');
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the link to the figures can be copied, and a live region says so', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(PATH + LINK);
  await expect(verdict(page)).toContainText('£5,196 more than an agent');
  await calculator(page).getByRole('button', { name: 'Copy the link' }).click();
  await expect(calculator(page).getByRole('status').last()).toHaveText('Link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
});

test('the calculator with all its fields and an error passes axe, and fits 320 pixels', async ({ page }) => {
  await openDetails(page);
  const fee = page.getByLabel('Agent’s commission before VAT (%)');
  await fee.fill('99');
  await fee.blur();
  await expect(fee).toHaveAttribute('aria-invalid', 'true');
  await expectNoViolationsInBothSchemes(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await horizontalOverflowPx(page)).toBe(0);
});
