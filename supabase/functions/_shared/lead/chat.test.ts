import { describe, expect, test } from 'vitest';
import { CHAT_ANSWERS, CHAT_LEAD } from '../../../../tests/support/leads.ts';
import { CHAT_EMAIL_PLACEHOLDER, validateChat, type ChatAnswers, type ChatField } from './chat.ts';

const validateWith = (changes: Partial<ChatAnswers>) => validateChat({ ...CHAT_ANSWERS, ...changes });

/** Section 5 of the specification, row by row. */
const RULES: [field: ChatField, rule: string, broken: string, message: string][] = [
  ['name', 'trimmed, min 1', ' \t ', 'Name is required'],
  ['name', 'max 100', 'a'.repeat(101), 'Name must be less than 100 characters'],
  ['phone', 'trimmed, min 10', ' 131 4960  ', 'Phone number must be at least 10 digits'],
  ['phone', 'max 20', '0'.repeat(21), 'Phone number must be less than 20 digits'],
  ['message', 'trimmed, min 1', '\r\n\r\n', 'Message is required'],
  ['message', 'max 1000', 'a'.repeat(1001), 'Message must be less than 1000 characters'],
];

describe('the rules of the chat widget', () => {
  test.each(RULES)('%s, %s is answered with its message', (field, _rule, broken, message) => {
    expect(validateWith({ [field]: broken })).toEqual({ ok: false, fieldErrors: [{ field, message }] });
  });

  test('an empty form is told every first message, in the order of the specification', () => {
    expect(validateChat({ message: '', phone: '', name: '' })).toEqual({
      ok: false,
      fieldErrors: [
        { field: 'name', message: 'Name is required' },
        { field: 'phone', message: 'Phone number must be at least 10 digits' },
        { field: 'message', message: 'Message is required' },
      ],
    });
  });

  test.each<[field: ChatField, min: number, max: number]>([
    ['name', 1, 100],
    ['phone', 10, 20],
    ['message', 1, 1000],
  ])('%s takes %i to %i of any character, and not one fewer or more', (field, min, max) => {
    for (const character of ['7', 'é', '漢', '🏠']) {
      const accepted = (length: number) => validateWith({ [field]: character.repeat(length) }).ok;
      expect([min - 1, min, max, max + 1].map(accepted)).toEqual([false, true, true, false]);
    }
  });
});

describe('what people really type', () => {
  test.each<[what: string, field: ChatField, typed: string, stored: string]>([
    ['line breaks of Windows', 'message', 'Hello\r\n\r\nhow soon?', 'Hello\n\nhow soon?'],
    ['a tab inside', 'message', 'rooms:\t3', 'rooms:\t3'],
    [
      'direction marks inside',
      'message',
      'ring \u202a0131 496 0123\u202c please',
      'ring 0131 496 0123 please',
    ],
    ['an emoji', 'message', 'thanks 👍🏽', 'thanks 👍🏽'],
    ['a line break in a name', 'name', 'Iain\nMacLeod', 'Iain MacLeod'],
    ['a number pasted from iOS contacts', 'phone', '\u202a+44 131 496 0456\u202c', '+44 131 496 0456'],
  ])('%s: %s is stored as it reads', (_what, field, typed, stored) => {
    expect(validateWith({ [field]: typed })).toEqual({ ok: true, lead: { ...CHAT_LEAD, [field]: stored } });
  });
});

test('the lead to store has the keys of the insert payload, in the order of the specification, and no more', () => {
  const validation = validateChat({ email: 'x@example.com', ...CHAT_ANSWERS });
  expect(JSON.stringify(validation)).toBe(JSON.stringify({ ok: true, lead: CHAT_LEAD }));
});

test('the placeholder can be nobody’s address', () => {
  expect(CHAT_EMAIL_PLACEHOLDER).toMatch(/^[^@]+@[^@]+\.invalid$/);
});
