/** Edits the text of YAML files in src/content, which have each text on one line. Comments and empty lines stay. */
import { isCollection, isMap, isScalar, isSeq, LineCounter, parse, parseDocument, type Document } from 'yaml';

/** Where a value is in a file: keys of mappings and indexes of lists. */
export type Path = readonly (string | number)[];

function edit(text: string, change: (document: Document.Parsed) => void): string {
  const document = parseDocument(text);
  if (document.errors[0]) throw document.errors[0];
  change(document);
  return document.toString({ lineWidth: 0, singleQuote: true });
}

/**
 * Parses a text once, to find the lines of many values.
 *
 * @returns a function that returns the line of a value, from 1; undefined if there is no such value
 */
export function openLines(text: string): (path: Path) => number | undefined {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  return (path) => {
    const node = document.getIn(path, true);
    if (!isScalar(node) && !isCollection(node)) return undefined;
    return lines.linePos(node.range?.[0] ?? 0).line;
  };
}

/** Replaces a text, number or flag. */
export const setValue = (text: string, path: Path, value: string | number | boolean): string =>
  edit(text, (document) => {
    const node = document.getIn(path, true);
    if (!isScalar(node)) throw new Error(`There is no text at ${path.join('.')}.`);
    node.value = value;
    // The value is quoted if YAML needs it.
    delete node.type;
  });

/**
 * Sets a field of a mapping. A new field is put before the first of the following fields that exists.
 *
 * @param following the fields that come after it
 */
export const setField = (
  text: string,
  path: Path,
  field: string,
  value: string | number | boolean,
  following: readonly string[] = [],
): string =>
  edit(text, (document) => {
    const map = document.getIn(path);
    if (!isMap(map)) throw new Error(`${path.join('.')} has no fields.`);
    if (map.has(field)) {
      map.set(field, value);
      return;
    }
    const next = map.items.findIndex(({ key }) => isScalar(key) && following.includes(String(key.value)));
    map.items.splice(next === -1 ? map.items.length : next, 0, document.createPair(field, value));
  });

/** Deletes a field of a mapping, if it has it. */
export const removeField = (text: string, path: Path, field: string): string =>
  edit(text, (document) => document.deleteIn([...path, field]));

/** Deletes an item of a list. A heading above it stays. */
export const removeItem = (text: string, path: Path, index: number): string =>
  edit(text, (document) => {
    const list = path.length === 0 ? document.contents : document.getIn(path);
    if (!isSeq(list) || !list.has(index)) throw new Error(`${path.join('.')} has no item ${index}.`);
    const [item] = list.items.splice(index, 1);
    const next = list.items[index];
    if (!isCollection(item) || !isCollection(next)) return;
    next.commentBefore ??= item.commentBefore ?? null;
    next.spaceBefore = item.spaceBefore ?? false;
  });

/** Adds a mapping at the end of a list. */
export const addItem = (
  text: string,
  path: Path,
  item: Readonly<Record<string, string | number | boolean>>,
): string =>
  edit(text, (document) => {
    const list = document.getIn(path);
    if (!isSeq(list)) throw new Error(`${path.join('.')} is no list.`);
    list.flow = false;
    list.add(document.createNode(item));
  });

/** All texts of a file, with their paths. */
export function listTexts(text: string): { path: Path; value: string }[] {
  const found: { path: Path; value: string }[] = [];
  function walk(value: unknown, path: Path): void {
    if (typeof value === 'string') found.push({ path, value });
    else if (Array.isArray(value)) value.forEach((item, index) => walk(item, [...path, index]));
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) walk(item, [...path, key]);
  }
  walk(parse(text), []);
  return found;
}
