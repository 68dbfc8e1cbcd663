/** Edits the text of YAML files in src/content. Changes only the lines of the edited value, and keeps the file's style. */
import {
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parse,
  parseDocument,
  Scalar,
  stringify,
  type Document,
  type Node,
} from 'yaml';

/** Where a value is in a file: keys of mappings and indexes of lists. */
export type Path = readonly (string | number)[];

/** The longest line of a folded text, as in `prettier.config.mjs`. */
const WIDTH = 110;

function open(text: string): Document.Parsed {
  const document = parseDocument(text);
  if (document.errors[0]) throw document.errors[0];
  return document;
}

function find(document: Document.Parsed, path: Path): Node {
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  if (!isScalar(node) && !isCollection(node)) throw new Error(`There is nothing at ${path.join('.')}.`);
  return node;
}

function rangeOf(node: Node): [start: number, end: number] {
  const [start, end] = node.range ?? [0, 0];
  return [start, end];
}

const lineStart = (text: string, position: number) => text.lastIndexOf('\n', position - 1) + 1;

/** The position after the line break at or after a position. */
function lineEnd(text: string, position: number): number {
  const end = text.indexOf('\n', position);
  return end === -1 ? text.length : end + 1;
}

const indentAt = (text: string, position: number) =>
  /^ */.exec(text.slice(lineStart(text, position)))?.[0].length ?? 0;

const replace = (text: string, start: number, end: number, by: string) =>
  text.slice(0, start) + by + text.slice(end);

/** Breaks a text into lines of at most `width` characters. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

/** A value on one line, quoted if YAML needs it. */
const onOneLine = (value: unknown) => stringify(value, { lineWidth: 0, singleQuote: true }).trimEnd();

/** The text after `>-`, on lines with this indent. */
const folded = (value: string, indent: number) =>
  `>-${wrap(value, WIDTH - indent)
    .map((line) => `\n${' '.repeat(indent)}${line}`)
    .join('')}`;

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
    return isScalar(node) || isCollection(node) ? lines.linePos(rangeOf(node)[0]).line : undefined;
  };
}

/** Replaces a text, number or flag. A text on several lines stays on several lines. */
export function setValue(text: string, path: Path, value: string | number | boolean): string {
  const node = find(open(text), path);
  const [start, end] = rangeOf(node);
  const old = text.slice(start, end);
  const isLong = old.trimEnd().includes('\n');
  if (!isLong || typeof value !== 'string') {
    return replace(text, start, end, onOneLine(value));
  }
  // A plain text on several lines may begin on a line of its own, below its key.
  const isBelowKey = text.slice(lineStart(text, start), start).trim() === '';
  const from = isBelowKey ? lineStart(text, start) - 1 : start;
  const indent = isBelowKey ? indentAt(text, start) : indentAt(text, text.indexOf('\n', start) + 1);
  const isBlock = isScalar(node) && node.type === Scalar.BLOCK_FOLDED;
  return replace(
    text,
    from,
    end,
    `${isBelowKey ? ' ' : ''}${folded(value, indent)}${isBlock && old.endsWith('\n') ? '\n' : ''}`,
  );
}

/**
 * Sets a field of a mapping. A new field is put on one line, before the first of the following fields that exists.
 *
 * @param following the fields that come after it
 */
export function setField(
  text: string,
  path: Path,
  field: string,
  value: string | number | boolean,
  following: readonly string[] = [],
): string {
  const map = find(open(text), path);
  if (!isMap(map)) throw new Error(`${path.join('.')} has no fields.`);
  if (map.has(field)) return setValue(text, [...path, field], value);
  const next = map.items.find(({ key }) => isScalar(key) && following.includes(String(key.value)));
  const first = map.items[0]?.key as Scalar;
  const line = `${' '.repeat(columnOf(text, rangeOf(first)[0]))}${field}: ${onOneLine(value)}\n`;
  const position = next
    ? lineStart(text, rangeOf(next.key as Scalar)[0])
    : lineEnd(text, Math.max(rangeOf(map)[1] - 1, 0));
  return replace(text, position, position, line);
}

const columnOf = (text: string, position: number) => position - lineStart(text, position);

/** Deletes a field of a mapping with its lines. It must not be the first one of an item of a list. */
export function removeField(text: string, path: Path, field: string): string {
  const map = find(open(text), path);
  if (!isMap(map)) throw new Error(`${path.join('.')} has no fields.`);
  const pair = map.items.find(({ key }) => isScalar(key) && key.value === field);
  if (!pair) return text;
  const [start] = rangeOf(pair.key as Scalar);
  const [, end] = rangeOf(pair.value as Node);
  return replace(text, lineStart(text, start), lineEnd(text, Math.max(end - 1, start)), '');
}

/** Deletes an item of a list, with its lines and the empty line after it. A list without items becomes `[]`. */
export function removeItem(text: string, path: Path, index: number): string {
  const list = find(open(text), path);
  const item = isSeq(list) ? (list.items[index] as Node | undefined) : undefined;
  if (!isSeq(list) || !item) throw new Error(`${path.join('.')} has no item ${index}.`);
  if (list.items.length === 1) {
    const [start, end] = rangeOf(list);
    const from = text.slice(0, start).trimEnd().length;
    return replace(text, from, end - 1, ' []');
  }
  const from = lineStart(text, rangeOf(item)[0]);
  let to = lineEnd(text, rangeOf(item)[1] - 1);
  if (text.startsWith('\n', to) && text.slice(0, from).endsWith('\n\n')) to += 1;
  return replace(text, from, to, '');
}

/** Adds a mapping at the end of a list: its short texts on one line, its long ones folded. */
export function addItem(
  text: string,
  path: Path,
  item: Readonly<Record<string, string | number | boolean>>,
): string {
  const list = find(open(text), path);
  if (!isSeq(list)) throw new Error(`${path.join('.')} is no list.`);
  const [start, end] = rangeOf(list);
  const isEmpty = list.items.length === 0;
  const indent = isEmpty ? indentAt(text, start) + 2 : indentAt(text, rangeOf(list.items[0] as Node)[0]);
  const lines = Object.entries(item).map(([field, value], index) => {
    const head = `${' '.repeat(indent)}${index === 0 ? '- ' : '  '}${field}: `;
    const short = onOneLine(value);
    return typeof value === 'string' && head.length + short.length > WIDTH
      ? head + folded(value, indent + 4)
      : head + short;
  });
  const block = `${lines.join('\n')}\n`;
  if (isEmpty) {
    const from = text.slice(0, start).trimEnd().length;
    return replace(text, from, lineEnd(text, end), `\n${block}`);
  }
  const position = lineEnd(text, end - 1);
  return replace(text, position, position, block);
}

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
