import type { Json, JsonObject, Path } from './json.ts';
import type { JsonSchema } from './schema.ts';

export type FieldProps = {
  schema: JsonSchema;
  label: string;
  path: Path;
  value: Json | undefined;
  isOptional?: boolean;
  /** The fields of the group that it is in. */
  beside?: JsonObject;
  /** Whether it is in a fold of its own already, which has its label. */
  isBare?: boolean;
  /** Called with undefined if the field is left out. */
  onChange: (value: Json | undefined) => void;
};

/** The props of a field that edits a text in a way of its own. */
export type TextProps = {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  value: string;
  onText: (text: string) => void;
};
