import type { ChatField } from '#lead/chat.ts';
import type { ValuationField } from '#lead/valuation.ts';

/**
 * One validation rule: a field, the rule, an answer that violates it, and the message (from section 5 of the client's
 * specification).
 */
type Rule<Field> = [field: Field, rule: string, invalid: string, message: string];

export const VALUATION_RULES: Rule<ValuationField>[] = [
  ['postcode', 'trimmed, min 5', '  EH6 \t', 'Postcode is required'],
  ['postcode', 'max 10', 'EH6 6QQ EH6', 'Invalid postcode'],
  ['address', 'trimmed, min 5', '   3/2  ', 'Address is required'],
  ['address', 'max 200', 'a'.repeat(201), 'Address too long'],
  ['propertyType', 'min 1', '', 'Property type is required'],
  ['bedrooms', 'min 1', '', 'Number of bedrooms is required'],
  ['condition', 'min 1', '', 'Property condition is required'],
  ['firstName', 'trimmed, min 1', ' \u00a0', 'First name is required'],
  ['firstName', 'max 50', 'a'.repeat(51), 'First name too long'],
  ['lastName', 'trimmed, min 1', '\t ', 'Last name is required'],
  ['lastName', 'max 50', 'a'.repeat(51), 'Last name too long'],
  ['email', 'trimmed, valid format', 'mairi.example.com', 'Invalid email address'],
  ['email', 'max 255', `${'m'.repeat(256 - '@example.com'.length)}@example.com`, 'Email too long'],
  ['phone', 'trimmed, min 10', '   131 4960 ', 'Phone number must be at least 10 digits'],
  ['phone', 'max 20', '0131 496 0123 ext. 21', 'Phone number too long'],
];

export const CHAT_RULES: Rule<ChatField>[] = [
  ['name', 'trimmed, min 1', ' \t ', 'Name is required'],
  ['name', 'max 100', 'a'.repeat(101), 'Name must be less than 100 characters'],
  ['phone', 'trimmed, min 10', ' 131 4960  ', 'Phone number must be at least 10 digits'],
  ['phone', 'max 20', '0'.repeat(21), 'Phone number must be less than 20 digits'],
  ['message', 'trimmed, min 1', '\r\n\r\n', 'Message is required'],
  ['message', 'max 1000', 'a'.repeat(1001), 'Message must be less than 1000 characters'],
];

/** The errors of an empty form: the first message of each field, in the order of the firm's specification. */
export function firstErrors<Field>(rules: readonly Rule<Field>[]): { field: Field; message: string }[] {
  const fields = rules.map(([field]) => field);
  return rules
    .filter(([field], index) => fields.indexOf(field) === index)
    .map(([field, , , message]) => ({ field, message }));
}
