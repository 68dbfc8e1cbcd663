import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { VALUATION_FIELDS } from '../../../supabase/functions/_shared/lead/valuation.ts';
import { ValuationForm } from './ValuationForm.island.tsx';

const OFFER_WITHIN = { id: 'offer-within', text: '24 hours', note: 'On working days.' };
const html = renderToString(<ValuationForm phone="0131 496 0123" offerWithin={OFFER_WITHIN} />);

test('rendered on the server, it is a form that works without scripts', () => {
  expect(html).toContain('method="post"');
  expect(html).toContain('data-lead-form="valuation_form"');
  expect(html).toContain('name="source" value="valuation_form"');
  expect(html).not.toMatch(/noValidate/i);
  expect(html).toContain('Get My Cash Offer');
});

test('rendered on the server, it is at no step: all show, and what leads from one to the next is marked', () => {
  expect(html).not.toContain('data-step=');
  expect(html.match(/data-form-step=/g)).toHaveLength(3);
  expect(html).not.toMatch(/<section[^>]* hidden/);
  for (const [button] of html.matchAll(/<button[^>]*>(?:Back|Continue)/g)) {
    const row = html.slice(0, html.indexOf(button)).lastIndexOf('<div data-form-actions');
    expect(html.slice(row, html.indexOf(button) + button.length)).toContain('data-between-steps');
  }
});

test.each(VALUATION_FIELDS)('%s has a control and a place for its message', (field) => {
  expect(html).toContain(`name="${field}"`);
  expect(html).toContain(`id="valuation-${field}"`);
  expect(html).toMatch(new RegExp(`<p id="valuation-${field}-error" data-field-error="${field}" hidden=""`));
});

test('the message of success is there, and not called up', () => {
  expect(html).toContain('id="valuation-sent"');
  expect(html).not.toContain('data-shown');
});

test('its promise stands with its note', () => {
  expect(html).toContain('data-claim="offer-within"');
  expect(html).toContain(OFFER_WITHIN.note);
});
