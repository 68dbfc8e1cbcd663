import type { ClaimChoice } from '../prose/props.ts';
import { isObject, ownValue, textOf, type Json, type JsonObject, type Path } from './json.ts';

/** What the form knows of JSON Schema: what `z.toJSONSchema` writes for the schemas of the content (`src/schemas`). */
export type JsonSchema = {
  type?: string;
  title?: string;
  description?: string;
  /** How a text is edited: `src/lib/fields.ts` lists the formats. */
  format?: string;
  /** Whether the specification of the site has these very words, so that the form locks them. */
  fixed?: boolean;
  /** The words for the values of `enum`. */
  labels?: Readonly<Record<string, string>>;
  /** In a new part, this field starts with the value of the field of this name beside the part. */
  begins?: string;
  const?: Json;
  enum?: readonly Json[];
  default?: Json;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  /** For a record: the schema of all its values. */
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  prefixItems?: readonly JsonSchema[];
  items?: boolean | JsonSchema;
};

/** A field's label: its title, or its name as words. */
export function labelOf(schema: JsonSchema, key: string | number): string {
  if (schema.title !== undefined) return schema.title;
  const words = String(key)
    .replace(/[-_]/g, ' ')
    .replace(/([a-z])([A-Z])/g, (_all, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The alternatives of a union; undefined if the schema is none. */
export const branchesOf = ({ anyOf, oneOf }: JsonSchema) => anyOf ?? oneOf;

/** The schema of all values of a record; undefined if the schema is none. */
export const recordOf = ({ additionalProperties: all }: JsonSchema) =>
  typeof all === 'object' ? all : undefined;

/** The schema of the items of a list; undefined if the schema is none. */
export const itemOf = ({ items }: JsonSchema) => (typeof items === 'object' ? items : undefined);

/** Whether a schema has fields of its own: a group, a record or a list. */
export const isContainer = (schema: JsonSchema): boolean =>
  schema.properties !== undefined ||
  recordOf(schema) !== undefined ||
  schema.prefixItems !== undefined ||
  itemOf(schema) !== undefined;

/**
 * What a new part of a document begins with. Nothing is chosen for the owner, so that they are asked to choose.
 *
 * @param beside the fields beside the part
 */
export function emptyOf(schema: JsonSchema, beside: JsonObject = {}): Json | undefined {
  const like = schema.begins === undefined ? undefined : ownValue(beside, schema.begins);
  if (like !== undefined) return like;
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  const [firstBranch] = branchesOf(schema) ?? [];
  if (firstBranch !== undefined) return emptyOf(firstBranch);
  if (schema.properties !== undefined) {
    const fields = (schema.required ?? []).flatMap((key) => {
      const value = emptyOf(schema.properties?.[key] ?? {}, beside);
      return value === undefined ? [] : [[key, value] as const];
    });
    return Object.fromEntries(fields);
  }
  if (schema.prefixItems !== undefined) return schema.prefixItems.map((item) => emptyOf(item) ?? '');
  const item = itemOf(schema);
  if (item !== undefined) return Array.from({ length: schema.minItems ?? 0 }, () => emptyOf(item) ?? '');
  if (recordOf(schema) !== undefined) return {};
  return schema.type === 'string' && schema.enum === undefined && schema.format !== 'date' ? '' : undefined;
}

const TYPES: Readonly<Record<string, (value: Json) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: (value) => typeof value === 'number',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: (value) => isObject(value),
};

/** Whether a value looks like one of this schema: enough to tell the alternatives of a union apart. */
export function matches(schema: JsonSchema, value: Json | undefined): boolean {
  if (value === undefined) return false;
  if (schema.const !== undefined) return schema.const === value;
  if (schema.enum !== undefined) return schema.enum.includes(value);
  if (schema.type !== undefined && TYPES[schema.type]?.(value) === false) return false;
  return Object.entries(schema.properties ?? {}).every(([key, field]) => {
    const given = isObject(value) ? value[key] : undefined;
    return given === undefined
      ? !schema.required?.includes(key)
      : field.const === undefined || field.const === given;
  });
}

/** The alternative of a union that a value belongs to; the last one, which is usually the freest, if it fits none. */
export const branchOf = (branches: readonly JsonSchema[], value: Json | undefined): number => {
  const index = branches.findIndex((branch) => matches(branch, value));
  return index === -1 ? branches.length - 1 : index;
};

/** A text as people read it: each reference to a figure is the figure. */
export const readable = (text: string, claims: readonly ClaimChoice[]): string =>
  text.replace(
    /\{claim:([a-z0-9-]+)\}|<Claim id="([a-z0-9-]+)" \/>/g,
    (all, inText?: string, inProse?: string) =>
      claims.find(({ id }) => id === (inText ?? inProse))?.text ?? all,
  );

/** What a value is called in a list of choices. */
export const choiceLabel = (schema: JsonSchema, value: Json): string =>
  ownValue(schema.labels, textOf(value)) ??
  (schema.const === value ? schema.title : undefined) ??
  textOf(value);

/** What a row says while it is folded: the first two of its texts. The name by which only owners know it comes last. */
export function summaryOf(
  { properties = {} }: JsonSchema,
  value: Json | undefined,
  claims: readonly ClaimChoice[],
): string[] {
  if (!isObject(value)) return textOf(value) === '' ? [] : [readable(textOf(value), claims)];
  const { id, ...fields } = value;
  const texts = Object.entries(fields).filter(([key]) => ownValue(properties, key)?.format !== 'claim');
  return [...texts.map(([, field]) => field), id]
    .filter((field) => typeof field === 'string')
    .filter((field) => field !== '')
    .slice(0, 2)
    .map((text) => readable(text, claims));
}

const NAME_LENGTH = 60;
export const shorten = (text: string): string =>
  text.length > NAME_LENGTH ? `${text.slice(0, NAME_LENGTH - 1).trimEnd()}…` : text;

/** The schema of a field, of a record's value or of a list's item. */
export function fieldOf(schema: JsonSchema, key: string | number): JsonSchema {
  if (typeof key === 'number') return schema.prefixItems?.[key] ?? itemOf(schema) ?? {};
  return ownValue(schema.properties, key) ?? recordOf(schema) ?? {};
}

/** The alternative of a union that the value belongs to; any other schema as it is. */
export function chosen(schema: JsonSchema, value: Json | undefined): JsonSchema {
  const branches = branchesOf(schema);
  return branches?.[branchOf(branches, value)] ?? schema;
}

/** The labels of a field and of what it is in, the outermost first: "Reviews › A. M. › Stars". */
export function trailOf(
  {
    schema: given,
    value: document,
    claims,
  }: { schema: JsonSchema; value: Json; claims: readonly ClaimChoice[] },
  path: Path,
  title?: string,
): string {
  const trail = title === undefined ? [] : [title];
  let [schema, value]: [JsonSchema, Json | undefined] = [given, document];
  for (const key of path) {
    schema = chosen(schema, value);
    const isRow = Array.isArray(value) && schema.prefixItems === undefined;
    value =
      typeof value === 'object' && value !== null
        ? (value as Record<string, Json | undefined>)[key]
        : undefined;
    schema = fieldOf(schema, key);
    trail.push(
      isRow ? shorten(summaryOf(schema, value, claims)[0] ?? String(Number(key) + 1)) : labelOf(schema, key),
    );
  }
  // A list often has the same name as what it is in.
  return trail.filter((label, index) => label !== trail[index - 1]).join(' › ');
}
