import type { ValuationField } from '#lead/valuation.ts';

export type Step = 1 | 2 | 3;

export const FIRST_STEP: Step = 1;
export const LAST_STEP: Step = 3;

const STEP_OF: Record<ValuationField, Step> = {
  postcode: 1,
  address: 1,
  propertyType: 1,
  bedrooms: 1,
  condition: 2,
  firstName: 3,
  lastName: 3,
  email: 3,
  phone: 3,
};

export const stepOf = (field: ValuationField): Step => STEP_OF[field];

/** The nearest valid step for a number. */
export function toStep(number: number): Step {
  if (number <= FIRST_STEP) return FIRST_STEP;
  return number >= LAST_STEP ? LAST_STEP : 2;
}
