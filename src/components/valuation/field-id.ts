import type { ValuationField } from '../../../supabase/functions/_shared/lead/valuation.ts';

/** Ids that the server knows too: it writes into these fields when it answers a form sent without scripts. */
export const valuationFieldId = (field: ValuationField) => `valuation-${field}`;

/** Name and id of a field, for its control. */
export const field = <Name extends ValuationField>(name: Name) => ({ name, id: valuationFieldId(name) });
