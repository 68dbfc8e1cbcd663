import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Fold } from './Fold.tsx';
import { isObject, withField } from './json.ts';
import { labelOf } from './schema.ts';
import type { FieldProps } from './field-props.ts';
import { problemsIn, useForm } from './form-state.ts';

/** The fields of an object. Those of the document stand by themselves; those in it are folded; those in these are in a frame. */
export function GroupField({ schema, label, path, value, isOptional, isBare, onChange }: FieldProps) {
  const { Field, problems } = useForm();
  const { properties = {}, required = [] } = schema;
  const given = isObject(value) ? value : {};
  const own = problemsIn(problems, path).filter(({ field }) => !(String(field[path.length]) in properties));
  const fields = (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {schema.description !== undefined && path.length > 0 && <p className="hint">{schema.description}</p>}
      {own.map(({ message }) => (
        <p key={message} className="field-error">
          {message}
        </p>
      ))}
      {Object.entries(properties).map(([key, field]) => (
        <Field
          key={key}
          schema={field}
          label={labelOf(field, key)}
          path={[...path, key]}
          value={given[key]}
          isOptional={!required.includes(key)}
          beside={given}
          onChange={(next) => onChange(withField(given, key, next))}
        />
      ))}
      {isOptional && (
        <Button
          variant="plain"
          size="small"
          className="-ml-3 justify-self-start"
          onClick={() => onChange(undefined)}
        >
          {`Take this part out: ${label}`}
        </Button>
      )}
    </div>
  );
  return <Framed {...{ label, path, isBare }}>{fields}</Framed>;
}

type FramedProps = Pick<FieldProps, 'label' | 'path'> & {
  isBare: boolean | undefined;
  summary?: string | undefined;
  children: ReactNode;
};

/** What a group or a list stands in: nothing for the document, a fold for a part of it, a frame for a part of that. */
export function Framed({ label, path, isBare, summary, children }: FramedProps) {
  if (path.length === 0 || isBare) return children;
  if (path.length === 1) {
    return (
      <Fold path={path} title={label} summary={summary}>
        {children}
      </Fold>
    );
  }
  return (
    <fieldset className="group">
      <legend className="label">{label}</legend>
      {children}
    </fieldset>
  );
}
