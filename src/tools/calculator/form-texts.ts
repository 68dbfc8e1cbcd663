import { FIELDS, type InputName, type Texts } from './inputs.ts';

/** The id and the name of a field's control. */
export const controlId = (name: InputName) => `sum-${name}`;

function controlOf(form: HTMLFormElement, name: InputName): HTMLInputElement | undefined {
  const control = form.elements.namedItem(controlId(name));
  return control instanceof HTMLInputElement ? control : undefined;
}

/** What stands in the fields. */
export const readTexts = (form: HTMLFormElement): Texts =>
  Object.fromEntries(FIELDS.map(({ name }) => [name, controlOf(form, name)?.value ?? ''])) as Texts;

export function fillIn(form: HTMLFormElement, texts: Texts): void {
  for (const { name } of FIELDS) {
    const control = controlOf(form, name);
    if (control) control.value = texts[name];
  }
}
