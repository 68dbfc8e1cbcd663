import { describe, expect, test } from 'vitest';
import { attributesOf, readBuiltPage, structuredQuestionsOf, textsOf } from '../support/built-pages.ts';

const page = readBuiltPage('/');
const { $ } = page;

/** See sections 2 and 9 of the specification. */
describe('the home page', () => {
  test('begins with the hero of the specification', () => {
    expect(textsOf($, 'h1')).toEqual(['Sell My House Fast in Scotland']);
    const hero = $('section:has(h1)').text();
    for (const text of [
      'Cash Offer Within 24 Hours',
      'No Fees',
      'Any Condition',
      'Cash in 28 Days',
      'Get My Offer',
    ]) {
      expect(hero).toContain(text);
    }
    expect(textsOf($, 'section:has(h1) dl')).toEqual(['Average completion28 Days']);
  });

  test('has a postcode box that is required and not sent', () => {
    const input = $('form[data-leads-to="valuation-form"] input');
    expect(input.attr('required')).toBeDefined();
    expect(input.attr('name')).toBeUndefined();
  });

  test('shows four figures', () => {
    expect(textsOf($, 'dl:has([data-claim="coverage"]) dt')).toEqual([
      'Cash offer time',
      'Cash in account',
      'Fees or commission',
      'Scotland coverage',
    ]);
    expect(textsOf($, 'dl:has([data-claim="coverage"]) [data-claim]')).toEqual([
      '24 Hours',
      '28 Days',
      '£0',
      '100%',
    ]);
  });

  test.each([
    ['three steps', '#how-it-works li h3', ['Get Your Cash Offer', 'Agree & Sign', 'Receive Cash']],
    [
      'six cards',
      '#why-us li h3',
      [
        'No Fees',
        'Any Property Type',
        'Fast Completion',
        'All Scotland Coverage',
        'No Hassle',
        'Network of Investors',
      ],
    ],
    ['a "Guaranteed" on each card', '#why-us li > p:first-child', Array<string>(6).fill('Guaranteed')],
  ])('has %s', (_what, selector, texts) => {
    expect(textsOf($, selector)).toEqual(texts);
  });

  test('has three testimonials with five stars, and says that they are samples', () => {
    expect($('#testimonials figure')).toHaveLength(3);
    expect($('#testimonials figure svg[aria-label="5 out of 5 stars"]')).toHaveLength(3);
    expect($('#testimonials').text()).toContain('It was not written by a customer.');
  });

  test('lists fifteen towns, with links to those that have a page', () => {
    const towns = 'section[aria-labelledby="areas-title"] ul > li';
    expect(textsOf($, towns)).toHaveLength(15);
    expect(attributesOf($, `${towns} a`, 'href')).toEqual(['/glasgow', '/edinburgh']);
    expect($('section[aria-labelledby="areas-title"]').text()).toContain('Not sure if we cover your area?');
  });

  test('has an accordion of eight questions, and the same in its structured data', () => {
    expect($('#faq details[name="faq"]')).toHaveLength(8);
    expect($('#faq details[open]')).toHaveLength(0);
    expect(structuredQuestionsOf(page)).toEqual(textsOf($, '#faq summary'));
  });

  test('has the footer links of the specification, in its order', () => {
    expect(attributesOf($, 'footer nav a', 'href')).toEqual([
      '/#how-it-works',
      '/#why-us',
      '/#testimonials',
      '/blog',
      '/glasgow',
      '/edinburgh',
      '/aberdeen',
      '/dundee',
      '/privacy-policy',
      '/terms-and-conditions',
      '/cookie-policy',
    ]);
  });

  test('says when not to sell to us before the form', () => {
    const headings = textsOf($, 'h2');
    const candid = headings.indexOf('When a cash sale is the wrong choice');
    expect(candid).toBeGreaterThan(-1);
    expect(candid).toBeLessThan(headings.indexOf('What would we pay for it?'));
  });
});
