import { expect, test } from 'vitest';
import { showSent } from './sent-page.ts';

const panel = (id: string) =>
  `<section id="${id}" class="a"><p data-enquiry-link="" hidden="" class="b"><a href="/your-enquiry" class="c">Open</a></p></section>`;
const PAGE = `<a href="/your-enquiry">Menu</a>${panel('valuation-sent')}${panel('chat-sent')}<p>End</p>`;
const LINK = 'https://firm.example/your-enquiry#k=abc';

test.each(['valuation-sent', 'chat-sent'])('only the confirmation %s is shown, with the link', (id) => {
  const shown = `<section id="${id}" data-shown="" autofocus="" class="a"><p data-enquiry-link="" class="b"><a href="${LINK}" class="c">Open</a></p></section>`;
  expect(showSent(PAGE, id, LINK)).toBe(PAGE.replace(panel(id), shown));
});

test.each([
  ['without the confirmation', PAGE.replace('chat-sent', 'other')],
  ['without a place for the link', PAGE.slice(0, PAGE.indexOf('<section id="chat-sent"'))],
  ['empty', ''],
])('a page %s cannot show the link', (_what, page) => {
  expect(showSent(page, 'chat-sent', LINK)).toBeUndefined();
});
