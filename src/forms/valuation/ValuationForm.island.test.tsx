import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { VALUATION_FIELDS } from '#lead/valuation.ts';
import { ValuationForm } from './ValuationForm.island.tsx';

const OFFER_WITHIN = { id: 'offer-within', text: '24 hours', note: 'On working days.' };
const CONTACT = {
  phone: '0131 496 0123',
  email: 'hello@firm.example',
  whatsAppUrl: 'https://wa.me/447700900123',
};
const html = renderToString(<ValuationForm contact={CONTACT} offerWithin={OFFER_WITHIN} />);

test('the server renders a valuation form that works without JavaScript', () => {
  expect(html).toContain('method="post"');
  expect(html).toContain('data-lead-form="valuation_form"');
  expect(html).toContain('name="source" value="valuation_form"');
  expect(html).not.toMatch(/noValidate/i);
  expect(html).toContain('Get My Cash Offer');
});

test('the server renders all steps, and marks the Back and Continue buttons so that CSS can hide them', () => {
  expect(html).not.toContain('data-step=');
  expect(html.match(/data-form-step=/g)).toHaveLength(3);
  expect(html).not.toMatch(/<section[^>]* hidden/);
  for (const [button] of html.matchAll(/<button[^>]*>(?:Back|Continue)/g)) {
    const row = html.slice(0, html.indexOf(button)).lastIndexOf('<div data-form-actions');
    expect(html.slice(row, html.indexOf(button) + button.length)).toContain('data-between-steps');
  }
});

test.each(VALUATION_FIELDS)('the field "%s" has a control and an element for its error message', (field) => {
  expect(html).toContain(`name="${field}"`);
  expect(html).toContain(`id="valuation-${field}"`);
  expect(html).toMatch(new RegExp(`<p id="valuation-${field}-error" data-field-error="${field}" hidden=""`));
});

test('the server renders the confirmation, but does not show it', () => {
  expect(html).toContain('id="valuation-sent"');
  expect(html).not.toContain('data-shown');
});

test('the valuation form shows the promised time (the claim offer-within) with its note', () => {
  expect(html).toContain('data-claim="offer-within"');
  expect(html).toContain(OFFER_WITHIN.note);
});
