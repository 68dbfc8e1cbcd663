import { describe, expect, test } from 'vitest';
import { CHAT_LEAD, VALUATION_LEAD } from '#support/leads/sample-leads.ts';
import { notificationBodySchema, toNotificationBody } from './notification.ts';

const VALUATION_BODY = toNotificationBody(VALUATION_LEAD);
const CHAT_BODY = toNotificationBody(CHAT_LEAD);

describe('the body of a call to send-email', () => {
  test('for a valuation has the keys of the firm’s specification, in its order, and the values of the lead', () => {
    expect(Object.keys(VALUATION_BODY)).toEqual([
      'name',
      'email',
      'phone',
      'address',
      'postcode',
      'property_type',
      'bedrooms',
      'property_condition',
      'source',
    ]);
    expect(VALUATION_BODY).toEqual(VALUATION_LEAD);
  });

  test('for a chat message has the keys of the firm’s specification, in its order, and a placeholder e-mail', () => {
    expect(JSON.stringify(CHAT_BODY)).toBe(
      JSON.stringify({
        name: CHAT_LEAD.name,
        email: 'not-given@chat-widget.invalid',
        phone: CHAT_LEAD.phone,
        message: CHAT_LEAD.message,
        source: 'chat_widget',
      }),
    );
  });

  test.each([VALUATION_BODY, CHAT_BODY])('for $source is valid', (body) => {
    expect(notificationBodySchema.parse(body)).toEqual(body);
  });
});

describe('the schema rejects', () => {
  const bodies = [VALUATION_BODY, CHAT_BODY];
  const withoutOne = bodies.flatMap((body) =>
    Object.keys(body).map((key) => [`${body.source} without ${key}`, { ...body, [key]: undefined }] as const),
  );
  const withNumber = bodies.flatMap((body) =>
    Object.keys(body).map(
      (key) => [`${body.source} with a number as ${key}`, { ...body, [key]: 5 }] as const,
    ),
  );
  test.each<readonly [what: string, body: unknown]>([
    ...withoutOne,
    ...withNumber,
    ['valuation_form with a message', { ...VALUATION_BODY, message: 'x' }],
    ['chat_widget with a postcode', { ...CHAT_BODY, postcode: 'EH6 6QQ' }],
    ['chat_widget with a recipient', { ...CHAT_BODY, to: 'somebody@example.com' }],
    ['a body with an unknown source', { ...CHAT_BODY, source: 'newsletter' }],
    ['null', null],
    ['an array', [CHAT_BODY]],
    ['a string', 'chat_widget'],
  ])('%s', (_what, body) => {
    expect(notificationBodySchema.safeParse(body).success).toBe(false);
  });
});

test.each(['\u0000', '\ud800', 'a\udc00'])(
  'a body with %j, which PostgreSQL cannot store, is invalid',
  (name) => {
    expect(notificationBodySchema.safeParse({ ...CHAT_BODY, name }).success).toBe(false);
  },
);
