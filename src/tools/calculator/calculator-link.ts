import { DEFAULT_TEXTS, FIELDS, readField, type Texts } from './inputs.ts';

/**
 * The start of a fragment with inputs. No element has such an id, so the browser does not scroll.
 * `forms/island/hydrate-islands.ts` hydrates the island at once when the URL has such a fragment.
 */
const START = '#calculator&';

/** The fragment for the texts that differ from the defaults, or `#calculator` if none does. */
export function fragmentOf(texts: Texts): string {
  const values = FIELDS.flatMap(({ name, key }): [string, string][] =>
    texts[name].trim() === DEFAULT_TEXTS[name] ? [] : [[key, texts[name].replace(/[£,%\s]/g, '')]],
  );
  return values.length === 0 ? '#calculator' : START + new URLSearchParams(values).toString();
}

/**
 * Reads the inputs in a fragment. A value that its field would refuse is replaced by the default.
 *
 * @returns the texts, and in `refused` the labels of the fields whose value was replaced; undefined if the fragment is
 *   not the calculator's
 */
export function textsIn(fragment: string): { texts: Texts; refused: string[] } | undefined {
  if (!fragment.startsWith(START)) return undefined;
  const values = new URLSearchParams(fragment.slice(START.length));
  const texts = { ...DEFAULT_TEXTS };
  const refused: string[] = [];
  for (const field of FIELDS) {
    const text = values.get(field.key);
    if (text === null) continue;
    if (readField(field, text).ok) texts[field.name] = text;
    else refused.push(field.label);
  }
  return { texts, refused };
}
