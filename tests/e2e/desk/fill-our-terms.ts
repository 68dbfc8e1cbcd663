import type { Page } from '@playwright/test';

/** Fills in what every offer must say in the last step of its form: what we pay, and what happens if it ends. */
export async function fillOurTerms(desk: Page): Promise<void> {
  await desk.getByLabel('The most we pay their solicitor, with VAT (£)').fill('1,200');
  await desk.getByRole('button', { name: 'Add an outlay' }).click();
  const outlay = desk.getByRole('group', { name: 'Outlay 1' });
  await outlay.getByLabel('What').fill('Searches');
  await outlay.getByLabel('Who pays').selectOption('We do');
  await desk.getByLabel('If either of us withdraws').fill('Each side bears its own costs.');
}
