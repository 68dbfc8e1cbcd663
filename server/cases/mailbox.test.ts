import { expect, test } from 'vitest';
import { mailboxOf } from './mailbox.ts';

test.each([
  ['mairi@example.com', 'mairi@example.com'],
  [' Mairi@Example.COM ', 'mairi@example.com'],
  ['mairi+house@example.com', 'mairi@example.com'],
  ['mairi+house+1@example.com', 'mairi@example.com'],
  ['+house@example.com', '+house@example.com'],
  ['m.airi@example.com', 'm.airi@example.com'],
  ['m.a.iri@gmail.com', 'mairi@gmail.com'],
  ['M.airi+1@GoogleMail.com', 'mairi@gmail.com'],
  ['mairi@gmail.com.example', 'mairi@gmail.com.example'],
  ['"a@b"@example.com', '"a@b"@example.com'],
])('%s is counted as %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
