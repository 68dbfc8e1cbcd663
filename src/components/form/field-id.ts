/** The ids of a form's fields. A page has two forms that ask for a phone number, so each puts its name before its own. */
export function createFieldIds<Field extends string>(form: string) {
  const fieldId = (field: Field) => `${form}-${field}`;
  return {
    fieldId,
    /** Name and id of a field, for its control. */
    field: <Name extends Field>(name: Name) => ({ name, id: fieldId(name) }),
  };
}
