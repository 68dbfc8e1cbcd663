import * as z from 'zod/mini';
import type { Validation, ValuationLead } from './lead.ts';
import { choice, email, line, toFieldErrors } from './rules.ts';

export const PROPERTY_TYPES = ['detached', 'semi-detached', 'terraced', 'flat', 'bungalow'] as const;
export const BEDROOMS = ['1', '2', '3', '4', '5+'] as const;
export const CONDITIONS = ['excellent', 'good', 'fair', 'poor'] as const;

/** The valuation form's answers. The firm's specification (section 5) sets their order, limits and messages. */
const valuationSchema = z.object({
  postcode: line([5, 'Postcode is required'], [10, 'Invalid postcode']),
  address: line([5, 'Address is required'], [200, 'Address too long']),
  propertyType: choice(PROPERTY_TYPES, 'Property type is required'),
  bedrooms: choice(BEDROOMS, 'Number of bedrooms is required'),
  condition: choice(CONDITIONS, 'Property condition is required'),
  firstName: line([1, 'First name is required'], [50, 'First name too long']),
  lastName: line([1, 'Last name is required'], [50, 'Last name too long']),
  email: email('Invalid email address', [255, 'Email too long']),
  phone: line([10, 'Phone number must be at least 10 digits'], [20, 'Phone number too long']),
});

export type ValuationField = keyof z.infer<typeof valuationSchema>;

/** The form's fields as typed, before validation. */
export type ValuationAnswers = Record<ValuationField, string>;

export const VALUATION_FIELDS = z.keyof(valuationSchema).options;

/** Validates all answers. Returns the lead to store, or the first error message of each invalid or missing field. */
export function validateValuation(
  answers: Partial<Record<string, string>>,
): Validation<ValuationField, ValuationLead> {
  const parsed = valuationSchema.safeParse(answers);
  if (!parsed.success) return { ok: false, fieldErrors: toFieldErrors(parsed.error) };
  const { firstName, lastName, email, phone, postcode, address, propertyType, bedrooms, condition } =
    parsed.data;
  return {
    ok: true,
    lead: {
      name: `${firstName} ${lastName}`,
      email,
      phone,
      postcode,
      address,
      property_type: propertyType,
      bedrooms,
      property_condition: condition,
      source: 'valuation_form',
    },
  };
}
