import type { ValuationField } from '../../../supabase/functions/_shared/lead/valuation.ts';
import { createFieldIds } from '../form/field-id.ts';

export const { fieldId, field } = createFieldIds<ValuationField>('valuation');
