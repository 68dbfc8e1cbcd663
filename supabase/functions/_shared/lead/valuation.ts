import * as z from 'zod/mini';
import type { Validation, ValuationLead } from './lead.ts';
import { choice, email, line, toFieldErrors } from './rules.ts';

export const PROPERTY_TYPES = ['detached', 'semi-detached', 'terraced', 'flat', 'bungalow'] as const;
export const BEDROOMS = ['1', '2', '3', '4', '5+'] as const;
export const CONDITIONS = ['excellent', 'good', 'fair', 'poor'] as const;

/** The valuation form's answers. Limits and messages: specification, section 5, in its order. */
const valuationSchema = z.object({
  postcode: line(
    { characters: 5, message: 'Postcode is required' },
    { characters: 10, message: 'Invalid postcode' },
  ),
  address: line(
    { characters: 5, message: 'Address is required' },
    { characters: 200, message: 'Address too long' },
  ),
  propertyType: choice(PROPERTY_TYPES, 'Property type is required'),
  bedrooms: choice(BEDROOMS, 'Number of bedrooms is required'),
  condition: choice(CONDITIONS, 'Property condition is required'),
  firstName: line(
    { characters: 1, message: 'First name is required' },
    { characters: 50, message: 'First name too long' },
  ),
  lastName: line(
    { characters: 1, message: 'Last name is required' },
    { characters: 50, message: 'Last name too long' },
  ),
  email: email('Invalid email address', { characters: 255, message: 'Email too long' }),
  phone: line(
    { characters: 10, message: 'Phone number must be at least 10 digits' },
    { characters: 20, message: 'Phone number too long' },
  ),
});

export type ValuationField = keyof z.infer<typeof valuationSchema>;

/** What the form holds while it is being filled in: any text for any field. */
export type ValuationAnswers = Record<ValuationField, string>;

export const VALUATION_FIELDS = z.keyof(valuationSchema).options;

/** Checks all answers at once, also those that are missing: the lead to store, or every faulty field with its first message. */
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
