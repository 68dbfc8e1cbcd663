import type { Node } from '@tiptap/pm/model';
import { isElement } from '#src/components/prose/elements.ts';
import type { ClaimChoice } from '../props.ts';
import { ELEMENT_WORDS } from './words.ts';

/** As the chart on the page reads it, where apostrophes are typographic. */
const textOf = (cell: Node) => cell.textContent.replace(/\s+/g, ' ').replaceAll("'", '’').trim();

/** The first words of each row and of each column of the table in a chart. */
export function headsOf(chart: Node): { row: string[]; column: string[] } {
  const rows = chart.firstChild?.children ?? [];
  return {
    row: rows.slice(1).flatMap((row) => (row.firstChild ? [textOf(row.firstChild)] : [])),
    column: rows[0]?.children.map(textOf) ?? [],
  };
}

/** What is wrong with an element, in sentences. */
export function problemsOf(node: Node, claims: readonly ClaimChoice[]): string[] {
  const name: unknown = node.attrs.name;
  if (typeof name !== 'string' || !isElement(name)) return [];
  const given = node.attrs.attributes as Record<string, string>;
  const heads = headsOf(node);
  const isOptional = name === 'Picture' ? 'caption' : '';
  return Object.entries(ELEMENT_WORDS[name].attributes).flatMap(([attribute, { label, asked }]) => {
    const value = given[attribute]?.trim() ?? '';
    if (value === '') return attribute === isOptional ? [] : [`“${label}” is still empty.`];
    if ((asked === 'row' || asked === 'column') && !heads[asked].includes(value))
      return [`“${label}”: the table has no “${value}” any more.`];
    if (asked === 'claim' && !claims.some(({ id }) => id === value))
      return [`“${label}”: this figure is not in the list any more.`];
    return [];
  });
}
