import type { ChatField } from '#lead/chat.ts';
import type { ValuationField } from '#lead/valuation.ts';

/**
 * The ids of a form's fields, and the props of their controls. Ids start with the form's name, because both forms have
 * a `phone`.
 */
function createFields<Field extends string>(form: string) {
  const fieldId = (name: Field) => `${form}-${name}`;
  return {
    fieldId,
    propsWith: (errorFor: (name: Field) => string | undefined) => (name: Field) => ({
      name,
      id: fieldId(name),
      error: errorFor(name),
    }),
  };
}

export const chatFields = createFields<ChatField>('chat');
export const valuationFields = createFields<ValuationField>('valuation');
