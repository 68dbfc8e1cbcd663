import { isCollection, isScalar, LineCounter, parseDocument } from 'yaml';

/** Where a value is in a file: keys of mappings and indexes of lists. */
export type Path = readonly (string | number)[];

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
