import { expect, test } from 'vitest';
import { showSent } from './sent-page.ts';

const SENT = {
  success: 'Message sent!',
  reference: '7F3A-91C2',
  promise: 'You will hear from us by Monday 18:00.',
  link: 'https://firm.example/your-enquiry#k=abc',
};

const panel = (
  id: string,
  { shown = '', success = '', reference = '', promise = '', hidden = ' hidden=""', href = '' } = {},
) =>
  `<section id="${id}"${shown} class="a"><strong data-reply-promise="" class="b">${promise}</strong>` +
  `<strong data-success="" class="b">${success}</strong>` +
  `Your reference: <strong data-reference="">${reference}</strong>` +
  `<p data-enquiry-link=""${hidden} class="c"><a href="${href || '/your-enquiry'}" class="d">Open</a></p></section>`;
const PAGE = `<a href="/your-enquiry">Menu</a>${panel('valuation-sent')}${panel('chat-sent')}<p>End</p>`;
const SHOWN = { shown: ' data-shown="" autofocus=""', success: SENT.success, reference: SENT.reference };

test.each(['valuation-sent', 'chat-sent'])(
  'only the confirmation %s is shown, with its sentences, the reference, the time and the link',
  (id) => {
    const shown = panel(id, { ...SHOWN, promise: SENT.promise, hidden: ' ', href: SENT.link });
    expect(showSent(PAGE, id, SENT)).toBe(PAGE.replace(panel(id), shown.replace('""  class', '"" class')));
  },
);

test('without a link and a time, the confirmation is shown with its sentences and the reference', () => {
  const sent = { ...SENT, promise: undefined, link: undefined };
  expect(showSent(PAGE, 'chat-sent', sent)).toBe(PAGE.replace(panel('chat-sent'), panel('chat-sent', SHOWN)));
});

test.each([
  ['without the confirmation', PAGE.replace('chat-sent', 'other')],
  ['without a place for the link', PAGE.slice(0, PAGE.indexOf('<section id="chat-sent"'))],
  ['empty', ''],
])('a page %s cannot show the confirmation', (_what, page) => {
  expect(showSent(page, 'chat-sent', SENT)).toBeUndefined();
});
