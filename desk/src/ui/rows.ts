/** What was typed in one row of a `RowsField`, by the names of its columns. */
export type Row = Record<string, string>;

/** The rows that a field holds as JSON. */
export const readRows = (value: string): Row[] => (value === '' ? [] : (JSON.parse(value) as Row[]));
