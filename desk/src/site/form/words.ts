import type { ClaimChoice } from '../prose/props.ts';
import { dayMonthYear } from '../../lib/london.ts';
import { textOf, type Json } from './json.ts';
import { choiceLabel, chosen, fieldOf, labelOf, readable, type JsonSchema } from './schema.ts';

function scalarWords(
  schema: JsonSchema,
  value: string | number | boolean,
  claims: readonly ClaimChoice[],
): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (schema.format === 'claim') return claims.find(({ id }) => id === value)?.text ?? textOf(value);
  const day = schema.format === 'date' ? Date.parse(String(value)) : NaN;
  return Number.isNaN(day) ? readable(choiceLabel(schema, value), claims) : dayMonthYear(day);
}

/** A value as people read it, each of its fields on a line. */
export function wordsOf(given: JsonSchema, value: Json | undefined, claims: readonly ClaimChoice[]): string {
  if (value === undefined || value === null) return '';
  const schema = chosen(given, value);
  if (typeof value !== 'object') return scalarWords(schema, value, claims);
  const isList = Array.isArray(value);
  return Object.entries(value)
    .map(([key, item]) => {
      const field = fieldOf(schema, isList ? Number(key) : key);
      const words = wordsOf(field, item, claims);
      return isList || words === '' ? words : `${labelOf(field, key)}: ${words}`;
    })
    .filter(Boolean)
    .join('\n');
}
