import { describe, expect, test } from 'vitest';
import { firstErrors, VALUATION_RULES } from '#support/leads/lead-rules.ts';
import { VALUATION_ANSWERS, VALUATION_LEAD } from '#support/leads/sample-leads.ts';
import { validateValuation, type ValuationAnswers, type ValuationField } from './valuation.ts';

const HOUSE = '🏠';
const emailOf = (characters: number) => `${'m'.repeat(characters - '@example.com'.length)}@example.com`;

const validateWith = (changes: Partial<ValuationAnswers>) =>
  validateValuation({ ...VALUATION_ANSWERS, ...changes });

describe('the rules of the valuation form', () => {
  test.each(VALUATION_RULES)('%s, %s: "%s" gives "%s"', (field, _rule, broken, message) => {
    expect(validateWith({ [field]: broken })).toEqual({ ok: false, fieldErrors: [{ field, message }] });
  });

  test('an empty form gives the first message of each field, in the order of the firm’s specification', () => {
    const fields = Object.keys(VALUATION_ANSWERS);
    for (const order of [fields, fields.toReversed()]) {
      const empty = Object.fromEntries(order.map((field) => [field, '']));
      expect(validateValuation(empty)).toEqual({ ok: false, fieldErrors: firstErrors(VALUATION_RULES) });
    }
  });

  test('a field that violates two rules gives the first message only', () => {
    expect(validateWith({ email: 'm'.repeat(300) })).toEqual({
      ok: false,
      fieldErrors: [{ field: 'email', message: 'Invalid email address' }],
    });
  });

  test.each([
    ['propertyType', 'castle', 'Property type is required'],
    ['propertyType', 'Flat', 'Property type is required'],
    ['bedrooms', '6', 'Number of bedrooms is required'],
    ['bedrooms', '5 ', 'Number of bedrooms is required'],
    ['condition', 'toString', 'Property condition is required'],
  ] as const)('%s rejects "%s", which the form does not offer', (field, value, message) => {
    expect(validateWith({ [field]: value })).toEqual({ ok: false, fieldErrors: [{ field, message }] });
  });
});

describe('the limits', () => {
  test.each<[field: ValuationField, min: number, max: number]>([
    ['postcode', 5, 10],
    ['address', 5, 200],
    ['firstName', 1, 50],
    ['lastName', 1, 50],
    ['phone', 10, 20],
  ])('%s accepts %i to %i code points of any kind', (field, min, max) => {
    for (const character of ['7', 'é', '漢', HOUSE]) {
      const accepted = (length: number) => validateWith({ [field]: character.repeat(length) }).ok;
      expect([min - 1, min, max, max + 1].map(accepted)).toEqual([false, true, true, false]);
    }
  });

  test('an e-mail address may have 255 characters, not 256', () => {
    expect([255, 256].map((length) => validateWith({ email: emailOf(length) }).ok)).toEqual([true, false]);
  });

  test('spaces around an answer are not part of its length', () => {
    expect(validateWith({ firstName: `  ${'a'.repeat(50)}\u3000\n` }).ok).toBe(true);
  });
});

describe('what people really type', () => {
  test.each<[what: string, field: ValuationField, typed: string, stored: string]>([
    ['an international number', 'phone', '+44 131 496 0123', '+44 131 496 0123'],
    ['a number with brackets', 'phone', '(0131) 496-0123', '(0131) 496-0123'],
    ['a number with +44 (0)', 'phone', '+44 (0)131 496 0123', '+44 (0)131 496 0123'],
    ['a number between non-breaking spaces', 'phone', '\u00a001314960123\u00a0', '01314960123'],
    ['a number pasted from iOS contacts', 'phone', '\u202a+44 131 496 0123\u202c', '+44 131 496 0123'],
    ['a number pasted from a web page', 'phone', '\u200e0131 496 0123\u200b', '0131 496 0123'],
    ['a postcode in lower case', 'postcode', ' eh6 6qq ', 'eh6 6qq'],
    ['a postcode without a space', 'postcode', 'EH66QQ', 'EH66QQ'],
    ['an address on three lines', 'address', '3/2\r\n14 Main St\nLeith', '3/2 14 Main St Leith'],
    ['an address with a tab', 'address', '3/2\t14 Main St', '3/2 14 Main St'],
    ['a name with a straight apostrophe', 'lastName', "O'Hara", "O'Hara"],
    ['a name with a curly apostrophe', 'lastName', 'O’Hara', 'O’Hara'],
    ['a last name of three words', 'lastName', 'van der Berg', 'van der Berg'],
    ['a name with a composed accent', 'firstName', 'Zo\u00eb', 'Zo\u00eb'],
    ['a name with a decomposed accent', 'firstName', 'Zoe\u0308', 'Zo\u00eb'],
    ['a Gaelic name', 'firstName', 'Mòrag', 'Mòrag'],
    ['a name with an emoji that contains joiners', 'firstName', 'Ann 👩‍👧', 'Ann 👩‍👧'],
    ['an e-mail address in capitals between spaces', 'email', ' MAIRI@EXAMPLE.COM ', 'MAIRI@EXAMPLE.COM'],
    [
      'an address whose domain has an umlaut',
      'email',
      'mairi@münchen.example',
      'mairi@xn--mnchen-3ya.example',
    ],
    ['such an address, decomposed', 'email', 'mairi@mu\u0308nchen.example', 'mairi@xn--mnchen-3ya.example'],
    [
      'a tagged address',
      'email',
      "mairi.o'hara+house@mail.example.co.uk",
      "mairi.o'hara+house@mail.example.co.uk",
    ],
  ])('%s, typed in the field "%s", is stored as it looks', (_what, field, typed, stored) => {
    const expected =
      field === 'firstName'
        ? { name: `${stored} ${VALUATION_ANSWERS.lastName}` }
        : field === 'lastName'
          ? { name: `${VALUATION_ANSWERS.firstName} ${stored}` }
          : { [field]: stored };
    expect(validateWith({ [field]: typed })).toEqual({ ok: true, lead: { ...VALUATION_LEAD, ...expected } });
  });

  test.each([
    '',
    '@',
    'mairi',
    'mairi@',
    '@example.com',
    'mairi@example',
    'mairi@@example.com',
    'mairi@ example.com',
    'mairi@example..com',
    '.mairi@example.com',
    'mairi.@example.com',
    'mai..ri@example.com',
    'mairi@-example.com',
    'mairi@example.c',
    'mairi,iain@example.com',
    'Mairi <mairi@example.com>',
    'mairi@example.com\nbcc:x@example.com',
    'mäiri@example.com',
    'mairi@münchen',
    'mairi@mün chen.example',
    'mairi@mün/chen.example',
    '"mairi"@example.com',
    'mairi@[192.0.2.1]',
  ])('"%s" is not an e-mail address', (email) => {
    expect(validateWith({ email })).toEqual({
      ok: false,
      fieldErrors: [{ field: 'email', message: 'Invalid email address' }],
    });
  });
});

describe('the lead to store', () => {
  test('has the keys of the insert payload, in the order of the firm’s specification, and no more', () => {
    const validation = validateValuation({ message: 'x', ...VALUATION_ANSWERS, id: 'x' });
    expect(JSON.stringify(validation)).toBe(JSON.stringify({ ok: true, lead: VALUATION_LEAD }));
  });
});
