import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readBuiltPages, textsOf, toldQuestionsOf } from '../support/built-pages.ts';

const page = readBuiltPages(join(import.meta.dirname, '../../dist')).get('/');
if (page === undefined) throw new Error('The built site has no home page.');
const { $ } = page;

/** @see section 9 of the specification, and section 2 for the texts */
describe('the home page', () => {
  test('begins with the hero as specified', () => {
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

  test('has a postcode box that must be filled in and goes nowhere', () => {
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

  test('has three steps', () => {
    expect(textsOf($, '#how-it-works li h3')).toEqual([
      'Get Your Cash Offer',
      'Agree & Sign',
      'Receive Cash',
    ]);
  });

  test('has six cards, each marked Guaranteed', () => {
    expect(textsOf($, '#why-us li h3')).toEqual([
      'No Fees',
      'Any Property Type',
      'Fast Completion',
      'All Scotland Coverage',
      'No Hassle',
      'Network of Investors',
    ]);
    expect(textsOf($, '#why-us li > p:first-child')).toEqual(Array<string>(6).fill('Guaranteed'));
  });

  test('has three testimonials of five stars, and says that they are samples', () => {
    expect($('#testimonials figure')).toHaveLength(3);
    expect($('#testimonials figure svg[aria-label="5 out of 5 stars"]')).toHaveLength(3);
    expect($('#testimonials').text()).toContain('It was not written by a customer.');
  });

  test('names fifteen towns, and links to the pages of those that have one', () => {
    const towns = 'section[aria-labelledby="areas-title"] ul > li';
    expect(textsOf($, towns)).toHaveLength(15);
    expect(
      $(`${towns} a`)
        .map((_, a) => $(a).attr('href'))
        .get(),
    ).toEqual(['/glasgow', '/edinburgh']);
    expect($('section[aria-labelledby="areas-title"]').text()).toContain('Not sure if we cover your area?');
  });

  test('has eight questions, of which one at a time can be open, and tells search engines the same', () => {
    expect($('#faq details[name="faq"]')).toHaveLength(8);
    expect($('#faq details[open]')).toHaveLength(0);
    expect(toldQuestionsOf(page)).toEqual(textsOf($, '#faq summary'));
  });

  test.each(['how-it-works', 'why-us', 'testimonials', 'faq', 'valuation-form', 'valuation'])(
    'has the anchor #%s',
    (id) => {
      expect($(`[id="${id}"]`)).toHaveLength(1);
    },
  );

  test('ends with the links of the specification, in its order', () => {
    const links = $('footer nav a').map((_, a) => $(a).attr('href'));
    expect(links.get()).toEqual([
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

  test('says when not to sell to us before it asks for anything', () => {
    const headings = textsOf($, 'h2');
    const candid = headings.indexOf('When a cash sale is the wrong choice');
    expect(candid).toBeGreaterThan(-1);
    expect(candid).toBeLessThan(headings.indexOf('What would we pay for it?'));
  });
});
