/** What was typed in one row of a `RowsField`, by the names of its columns. */
export type Row = Record<string, string>;

export const readRows = (value: string): Row[] => (value === '' ? [] : (JSON.parse(value) as Row[]));
