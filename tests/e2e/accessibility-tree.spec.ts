import { expect, test } from './fixtures.ts';

test('the accessibility tree of the header and the FAQ', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await expect(page.getByRole('banner')).toMatchAriaSnapshot({ name: 'header.aria.yml' });
  await page.locator('#faq summary').first().click();
  await expect(page.locator('#faq ul').first()).toMatchAriaSnapshot({ name: 'faq.aria.yml' });
});

test('the accessibility tree of each step of the form, and of its errors', async ({ valuation }) => {
  const { form } = valuation;
  await valuation.open();
  await expect(form).toMatchAriaSnapshot({ name: 'form-property.aria.yml' });
  await valuation.continue();
  await expect(form).toMatchAriaSnapshot({ name: 'form-condition.aria.yml' });
  await valuation.continue();
  await expect(form).toMatchAriaSnapshot({ name: 'form-contact.aria.yml' });
  await valuation.submit();
  await expect(form).toMatchAriaSnapshot({ name: 'form-errors.aria.yml' });
});

test('the accessibility tree of the open chat', async ({ page, chat }) => {
  await chat.open();
  await expect(page.getByRole('complementary', { name: 'Message us' })).toMatchAriaSnapshot({
    name: 'chat.aria.yml',
  });
});
