import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { SITE_FIXTURE } from '../../tests/support/server/test-app.ts';
import type { Lead } from '#lead/lead.ts';
import { refillPage } from './refill-page.ts';

const PAGE = readFileSync(join(SITE_FIXTURE, 'index.html'), 'utf8');
const NOTICE = { title: 'Validation Error', description: 'Address is required' };
const ATTACK = `"><script>alert('1')</script></textarea>&amp;`;

type Changes = Partial<Parameters<typeof refillPage>[2]> & { source?: Lead['source'] };

const refill = ({ source = 'valuation_form', ...changes }: Changes) =>
  load(refillPage(PAGE, source, { answers: {}, notice: NOTICE, fieldErrors: [], otherWays: '', ...changes }));

describe('answers', () => {
  test('answers change only the form that was sent', () => {
    const $ = refill({ source: 'chat_widget', answers: { name: 'Iain', postcode: 'EH6 6QQ' } });
    expect($('[name=postcode]').attr('value')).toBeUndefined();
    expect($('[name=name]').attr('value')).toBe('Iain');
  });

  test('an answer that no radio button has leaves all unchecked', () => {
    expect(refill({ answers: { propertyType: 'castle' } })(':checked')).toHaveLength(0);
  });

  test.each([
    ['valuation_form', 'postcode'],
    ['chat_widget', 'message'],
  ] as const)('answers of %s are escaped: %s', (source, name) => {
    const $ = refill({ source, answers: { [name]: ATTACK } });
    expect($('script')).toHaveLength(0);
    expect($(`[name=${name}]`).val()).toBe(ATTACK);
  });
});

describe('errors', () => {
  const $ = refill({
    fieldErrors: [
      { field: 'postcode', message: 'Postcode is required' },
      { field: 'propertyType', message: 'Property type is required' },
    ],
  });
  const form = $('[data-lead-form=valuation_form]');

  test('errors are listed in an announced summary, each with a link to its field', () => {
    const summary = form.find('[data-error-summary]');
    expect(summary.attr('hidden')).toBeUndefined();
    expect(summary.attr('role')).toBe('alert');
    expect(summary.find('h2').text()).toBe('Validation Error');
    expect(summary.find('p').text()).toBe('Address is required');
    const links = summary.find('li > a').map((_, link) => `${$(link).attr('href') ?? ''} ${$(link).text()}`);
    expect(links.get()).toEqual([
      '#valuation-postcode Postcode is required',
      '#valuation-propertyType Property type is required',
    ]);
  });

  test('errors are marked at their field, which keeps its hint', () => {
    const control = form.find('[name=postcode]');
    expect(control.attr('aria-invalid')).toBe('true');
    expect(control.attr('aria-describedby')).toBe('valuation-postcode-hint valuation-postcode-error');
    expect($('#valuation-postcode-error').text()).toBe('Postcode is required');
    expect($('#valuation-postcode-error').attr('hidden')).toBeUndefined();
  });

  test('errors leave the other fields, and the other form, unchanged', () => {
    expect($('#valuation-address-error').is('[hidden]')).toBe(true);
    expect(form.find('[name=address]').attr('aria-invalid')).toBeUndefined();
    expect($('[data-lead-form=chat_widget] [data-error-summary]').is('[hidden]')).toBe(true);
  });

  test('errors are announced by the first word of the title, because screen readers read the title first', () => {
    expect($('title').text()).toBe('Error: Sell My House Fast in Scotland');
  });
});

test('a closed panel is opened when its form has errors', () => {
  expect(refill({ source: 'valuation_form' })('details').is('[open]')).toBe(false);
  expect(refill({ source: 'chat_widget' })('details').is('[open]')).toBe(true);
});
