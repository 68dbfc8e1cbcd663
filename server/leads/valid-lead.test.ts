import { describe, expect, test } from 'vitest';
import { CHAT_LEAD, NOT_ASKED, VALUATION_LEAD } from '../../tests/support/sample-leads.ts';
import { isValidLead } from './valid-lead.ts';

describe('a row as the forms send it is valid', () => {
  test.each([
    ['a valuation', VALUATION_LEAD],
    ['a chat message', CHAT_LEAD],
    ['a chat message with the other columns as null', { ...NOT_ASKED, ...CHAT_LEAD }],
    ['a first name of two words', { ...VALUATION_LEAD, name: 'Mary Ann O’Hara' }],
    ['the longest names', { ...VALUATION_LEAD, name: `${'a'.repeat(50)} ${'b'.repeat(50)}` }],
  ])('%s', (_what, row) => {
    expect(isValidLead(row)).toBe(true);
  });
});

describe('a row that the forms do not send is not valid', () => {
  test.each([
    ['nothing', {}],
    ['no source', { ...CHAT_LEAD, source: null }],
    ['an unknown source', { ...CHAT_LEAD, source: 'newsletter' }],
    ['a phone number that is too short', { ...CHAT_LEAD, phone: '1' }],
    ['a missing message', { ...CHAT_LEAD, message: null }],
    ['a chat message with a postcode', { ...CHAT_LEAD, postcode: 'EH6 6QQ' }],
    ['a valuation with a message', { ...VALUATION_LEAD, message: 'x' }],
    ['one name only', { ...VALUATION_LEAD, name: 'Mairi' }],
    ['an invalid e-mail address', { ...VALUATION_LEAD, email: 'mairi' }],
    ['an unknown property type', { ...VALUATION_LEAD, property_type: 'castle' }],
    ['a control character', { ...CHAT_LEAD, name: 'Iain\u0007' }],
    ['text that is not trimmed', { ...CHAT_LEAD, name: ' Iain' }],
  ])('%s', (_what, row) => {
    expect(isValidLead(row)).toBe(false);
  });
});
