import { validateChat } from '#lead/chat.ts';
import type { Validation, Lead } from '#lead/lead.ts';
import { validateValuation } from '#lead/valuation.ts';
import type { LeadRow } from './lead-store.ts';

/** The answers that a form would have had for this row. */
function toAnswers(row: LeadRow): Record<string, string> {
  const { name, property_type: propertyType, property_condition: condition, ...rest } = row;
  // Any split will do: both parts have the same limits.
  const [, firstName, lastName] = /^(\S*) (.*)$/s.exec(name ?? '') ?? [];
  const answers = { name, firstName, lastName, propertyType, condition, ...rest };
  return Object.fromEntries(
    Object.entries(answers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function validate(row: LeadRow): Validation<string, Lead> {
  const answers = toAnswers(row);
  return row.source === 'valuation_form' ? validateValuation(answers) : validateChat(answers);
}

/**
 * Whether a row is what the forms send after their own validation, so that the database will very probably take it. The
 * database has the last word: it also says which rule is broken.
 */
export function keepsTheRules(row: LeadRow): boolean {
  const validation = validate(row);
  if (!validation.ok) return false;
  const expected = validation.lead as LeadRow;
  const columns = Object.keys({ ...row, ...expected }) as (keyof LeadRow)[];
  return columns.every((column) => (row[column] ?? null) === (expected[column] ?? null));
}
