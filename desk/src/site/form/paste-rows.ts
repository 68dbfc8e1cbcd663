import type { Json } from './json.ts';
import type { JsonSchema } from './schema.ts';

const isText = ({ type, format, enum: values }: JsonSchema) =>
  type === 'string' && format === undefined && values === undefined;

/** The keys of a row's fields; none if the row is one text; undefined if a line of text cannot hold a row. */
function columnsOf(item: JsonSchema): string[] | undefined {
  if (isText(item)) return [];
  const fields = Object.entries(item.properties ?? {});
  return fields.length > 0 && fields.every(([, field]) => isText(field))
    ? fields.map(([key]) => key)
    : undefined;
}

/** Whether rows of this schema can be typed as lines. */
export const fitsOnLine = (item: JsonSchema): boolean => columnsOf(item) !== undefined;

/** The rows in a text: one on each line, its fields with tabs (from a table) or commas between them. */
export function readLines(item: JsonSchema, text: string): Json[] {
  const columns = columnsOf(item) ?? [];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    if (columns.length === 0) return line.trim();
    const parts = line.split(line.includes('\t') ? '\t' : ',').map((part) => part.trim());
    const last = columns.length - 1;
    return Object.fromEntries(
      columns.map((key, index) => [
        key,
        // The last field may have commas.
        index === last ? parts.slice(last).filter(Boolean).join(', ') : (parts[index] ?? ''),
      ]),
    );
  });
}
