import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CHAT_FIELDS } from '#lead/chat.ts';
import { ChatWidget } from './ChatWidget.island.tsx';

const REPLY_TIME = { id: 'chat-reply-time', text: 'within minutes' };
const CONTACT = {
  phone: '0131 496 0123',
  email: 'hello@firm.example',
  whatsAppUrl: 'https://wa.me/447700900123',
};
const html = renderToString(
  <ChatWidget hours="Mon–Fri 09:00–18:00" contact={CONTACT} replyTime={REPLY_TIME} />,
);

test('the server renders the chat as a closed panel, with a form that works without JavaScript', () => {
  expect(html).toMatch(/<details class="[^"]*"><summary/);
  expect(html).toContain('method="post"');
  expect(html).toContain('data-lead-form="chat_widget"');
  expect(html).toContain('name="source" value="chat_widget"');
  expect(html).toContain('Mon–Fri 09:00–18:00');
});

test('the chat has four suggested questions', () => {
  const group = /aria-label="Suggested questions".*?<\/div>/.exec(html)?.[0];
  expect(group?.match(/<button type="button"/g)).toHaveLength(4);
});

test.each(CHAT_FIELDS)(
  'the chat’s field "%s" has a control and an element for its error message',
  (field) => {
    expect(html).toContain(`name="${field}"`);
    expect(html).toContain(`id="chat-${field}"`);
    expect(html).toMatch(new RegExp(`<p id="chat-${field}-error" data-field-error="${field}" hidden=""`));
  },
);

test('the chat says twice how soon it replies while we are open: in the panel and in the confirmation', () => {
  expect(
    html.match(/typically <span data-claim="chat-reply-time">[^<]*<\/span> while we are open\./g),
  ).toHaveLength(2);
});
