import { Button } from '../../ui/Button.tsx';
import type { FieldProps } from './field-props.ts';
import { useForm } from './form-state.ts';
import { GroupField } from './GroupField.tsx';
import { keyOf } from './json.ts';
import { ListField } from './ListField.tsx';
import { LockedField } from './LockedField.tsx';
import { RecordField } from './RecordField.tsx';
import { branchesOf, emptyOf, isContainer, itemOf, recordOf } from './schema.ts';
import { TextOrChoice } from './TextOrChoice.tsx';
import { UnionField } from './UnionField.tsx';

/** The field for a value of any schema. Groups and lists have such fields in turn. */
export function SchemaField(props: FieldProps) {
  const { schema, path } = props;
  if (schema.const !== undefined) return null;
  return (
    <div data-field={keyOf(path)} className="min-w-0">
      <Field {...props} />
    </div>
  );
}

function Field(props: FieldProps) {
  const { schema, label, path, value, isOptional, beside, onChange } = props;
  const { isUnlocked, setOpen } = useForm();
  const branches = branchesOf(schema);
  if (isOptional && value === undefined && (isContainer(schema) || branches)) {
    return (
      <div className="grid justify-items-start gap-1">
        <Button
          size="small"
          onClick={() => {
            setOpen(path, true);
            onChange(emptyOf(schema, beside));
          }}
        >
          {`Add: ${label}`}
        </Button>
        {schema.description !== undefined && <p className="hint">{schema.description}</p>}
      </div>
    );
  }
  if (schema.fixed && !isUnlocked(path)) return <LockedField {...props} />;
  if (branches) return <UnionField {...props} branches={branches} />;
  if (schema.properties) return <GroupField {...props} />;
  if (recordOf(schema)) return <RecordField {...props} />;
  if (schema.prefixItems || itemOf(schema)) return <ListField {...props} />;
  return <TextOrChoice {...props} />;
}
