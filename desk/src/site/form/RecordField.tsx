import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ChoiceField } from '../../ui/Field.tsx';
import { Fold } from './Fold.tsx';
import { useForm } from './form-state.ts';
import { Framed } from './GroupField.tsx';
import { isObject, ownValue, withField } from './json.ts';
import { emptyOf, recordOf } from './schema.ts';
import type { FieldProps } from './field-props.ts';

/** Something for each of several pages, such as their reviews. A page need not have any. */
export function RecordField({ schema, label, path, value, isBare, onChange }: FieldProps) {
  const { Field, parts, setOpen } = useForm();
  const [name, setName] = useState('');
  const given = isObject(value) ? value : {};
  const part = recordOf(schema) ?? {};
  const nameOf = (key: string) => ownValue(parts, key) ?? key;
  const free = Object.keys(parts).filter((key) => !(key in given));
  return (
    <Framed {...{ label, path, isBare }}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {Object.entries(given).map(([key, item]) => (
          <Fold key={key} path={[...path, key]} title={nameOf(key)}>
            <Field
              schema={part}
              label={nameOf(key)}
              path={[...path, key]}
              value={item}
              isBare
              onChange={(next) => onChange(withField(given, key, next))}
            />
          </Fold>
        ))}
        {free.length > 0 && (
          <div className="flex flex-wrap items-end gap-2">
            <ChoiceField
              label="Add a page to this list"
              none="Choose"
              words={Object.fromEntries(free.map((key) => [key, nameOf(key)]))}
              value={name}
              onText={setName}
            />
            <Button
              disabled={name === ''}
              onClick={() => {
                setOpen([...path, name], true);
                onChange(withField(given, name, emptyOf(part)));
                setName('');
              }}
            >
              Add
            </Button>
          </div>
        )}
      </div>
    </Framed>
  );
}
