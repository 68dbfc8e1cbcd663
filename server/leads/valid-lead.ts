import { validateChat } from '#lead/chat.ts';
import { LEAD_COLUMNS, type Lead, type Validation } from '#lead/lead.ts';
import { validateValuation } from '#lead/valuation.ts';
import type { LeadRow } from './lead-store.ts';

/** Answers, some of which may be missing. The forms' rules refuse missing answers. */
type Answers = Partial<Record<string, string>>;

function validate(row: LeadRow): Validation<string, Lead> {
  if (row.source !== 'valuation_form') return validateChat(row as Answers);
  const { name, property_type: propertyType, property_condition: condition, ...rest } = row;
  // Splits at the first space, although a first name may contain spaces: both names have the same limits.
  const space = name?.indexOf(' ') ?? -1;
  const [firstName, lastName] = [name?.slice(0, Math.max(0, space)), name?.slice(space + 1)];
  return validateValuation({ ...rest, firstName, lastName, propertyType, condition } as Answers);
}

/**
 * Whether a row follows the rules of the forms, so that the database will very probably accept it. The database
 * decides, and says which rule is broken.
 */
export function isValidLead(row: LeadRow): boolean {
  const validation = validate(row);
  if (!validation.ok) return false;
  const expected = validation.lead as LeadRow;
  return LEAD_COLUMNS.every((column) => (row[column] ?? null) === (expected[column] ?? null));
}
