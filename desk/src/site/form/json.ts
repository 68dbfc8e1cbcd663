/** A value of a document of the site. */
export type Json = string | number | boolean | null | Json[] | JsonObject;

export interface JsonObject {
  [key: string]: Json;
}

/** Where a field is in a document, such as `['faq', 'items', 2, 'answer']`. */
export type Path = readonly (string | number)[];

export const keyOf = (path: Path): string => path.join('/');

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of an object's own key. Keys come from documents, so one may be called as something that every object has. */
export const ownValue = <Value>(
  object: Readonly<Record<string, Value>> | undefined,
  key: string,
): Value | undefined => (object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined);

/** A single value as text; empty if there is none. */
export const textOf = (value: Json | undefined): string =>
  typeof value === 'object' ? (value === null ? '' : JSON.stringify(value)) : String(value ?? '');

/** An object with one field changed. Without a value, the field is left out. Others keep their place. */
export function withField(object: Json | undefined, key: string, value: Json | undefined): Json {
  const entries = Object.entries(isObject(object) ? object : {});
  if (value === undefined) return Object.fromEntries(entries.filter(([name]) => name !== key));
  return { ...Object.fromEntries(entries), [key]: value };
}

/** Whether two values say the same. The order of an object's fields says nothing. */
export function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]));
}
