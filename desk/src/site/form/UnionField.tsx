import { ChoiceField } from '../../ui/Field.tsx';
import { useFieldError, useForm } from './form-state.ts';
import { textOf } from './json.ts';
import { branchOf, emptyOf, isContainer, labelOf, type JsonSchema } from './schema.ts';
import type { FieldProps } from './field-props.ts';

/** One of several kinds of value: the kind is chosen first. If none has fields of its own, that choice is all. */
export function UnionField({
  schema,
  label,
  path,
  value,
  isOptional,
  branches,
  onChange,
}: FieldProps & { branches: readonly JsonSchema[] }) {
  const { Field } = useForm();
  const error = useFieldError(path);
  const chosen = value === undefined ? -1 : branchOf(branches, value);
  const branch = branches[chosen];
  const nameOf = (kind: JsonSchema, index: number) =>
    kind.title ??
    (kind.const === undefined
      ? isContainer(kind)
        ? labelOf(kind, index + 1)
        : 'Other'
      : textOf(kind.const));
  return (
    <div className="grid gap-3">
      <ChoiceField
        label={label}
        hint={schema.description}
        error={branch?.const === undefined ? undefined : error}
        words={Object.fromEntries(branches.map((kind, index) => [index, nameOf(kind, index)]))}
        {...((isOptional === true || branch === undefined) && { none: isOptional ? 'None' : 'Choose' })}
        value={branch === undefined ? '' : String(chosen)}
        onText={(index) => onChange(index === '' ? undefined : emptyOf(branches[Number(index)] ?? {}))}
      />
      {branch && branch.const === undefined && (
        <Field schema={branch} label={branch.title ?? label} path={path} value={value} onChange={onChange} />
      )}
    </div>
  );
}
