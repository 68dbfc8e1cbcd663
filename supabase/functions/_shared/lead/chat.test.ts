import { describe, expect, test } from 'vitest';
import { CHAT_RULES, firstErrors } from '#support/leads/lead-rules.ts';
import { CHAT_ANSWERS, CHAT_LEAD } from '#support/leads/sample-leads.ts';
import { CHAT_EMAIL_PLACEHOLDER, validateChat, type ChatAnswers, type ChatField } from './chat.ts';

const validateWith = (changes: Partial<ChatAnswers>) => validateChat({ ...CHAT_ANSWERS, ...changes });

describe('the rules of the chat widget', () => {
  test.each(CHAT_RULES)('%s, %s: "%s" gives "%s"', (field, _rule, broken, message) => {
    expect(validateWith({ [field]: broken })).toEqual({ ok: false, fieldErrors: [{ field, message }] });
  });

  test('an empty form gives the first message of each field, in the order of the firm’s specification', () => {
    expect(validateChat({ message: '', phone: '', name: '' })).toEqual({
      ok: false,
      fieldErrors: firstErrors(CHAT_RULES),
    });
  });

  test.each<[field: ChatField, min: number, max: number]>([
    ['name', 1, 100],
    ['phone', 10, 20],
    ['message', 1, 1000],
  ])('%s accepts %i to %i code points of any kind', (field, min, max) => {
    for (const character of ['7', 'é', '漢', '🏠']) {
      const accepted = (length: number) => validateWith({ [field]: character.repeat(length) }).ok;
      expect([min - 1, min, max, max + 1].map(accepted)).toEqual([false, true, true, false]);
    }
  });
});

describe('what people really type', () => {
  test.each<[what: string, field: ChatField, typed: string, stored: string]>([
    ['text with Windows line breaks', 'message', 'Hello\r\n\r\nhow soon?', 'Hello\n\nhow soon?'],
    ['text with a tab inside', 'message', 'rooms:\t3', 'rooms:\t3'],
    [
      'text with direction marks inside',
      'message',
      'ring \u202a0131 496 0123\u202c please',
      'ring 0131 496 0123 please',
    ],
    ['text with an emoji', 'message', 'thanks 👍🏽', 'thanks 👍🏽'],
    ['a name on two lines', 'name', 'Iain\nMacLeod', 'Iain MacLeod'],
    ['a number pasted from iOS contacts', 'phone', '\u202a+44 131 496 0456\u202c', '+44 131 496 0456'],
  ])('%s, typed in the field "%s", is stored as it looks', (_what, field, typed, stored) => {
    expect(validateWith({ [field]: typed })).toEqual({ ok: true, lead: { ...CHAT_LEAD, [field]: stored } });
  });
});

test('the lead has exactly the keys of the insert payload, in the order of the firm’s specification', () => {
  const validation = validateChat({ email: 'x@example.com', ...CHAT_ANSWERS });
  expect(JSON.stringify(validation)).toBe(JSON.stringify({ ok: true, lead: CHAT_LEAD }));
});

test('the placeholder for the e-mail address is in the domain .invalid', () => {
  expect(CHAT_EMAIL_PLACEHOLDER).toMatch(/^[^@]+@[^@]+\.invalid$/);
});
