import { useEffect, useEffectEvent, useRef } from 'react';
import { focusField } from './focus-field.ts';
import { FormStateProvider, useFolds, type Choices, type FieldProblem } from './form-state.ts';
import type { Json, Path } from './json.ts';
import { ProblemList, type ListedProblem } from './ProblemList.tsx';
import type { JsonSchema } from './schema.ts';
import { SchemaField } from './SchemaField.tsx';

type Props = {
  schema: JsonSchema;
  title: string;
  value: Json;
  choices: Choices;
  problems: readonly FieldProblem[];
  /** The problems that the summary above the fields lists. Those that are settled by now are marked. */
  listed: readonly ListedProblem[];
  removing?: { button: string; hint: string } | undefined;
  /** The field that gets the focus first. */
  first: Path | undefined;
  onChange: (value: Json) => void;
};

/**
 * A form made from a JSON Schema. It checks nothing itself: the problems come from the server, which reads the same schema.
 */
export function SchemaForm({
  schema,
  title,
  value,
  choices,
  problems,
  listed,
  removing,
  first,
  onChange,
}: Props) {
  const { reveal, ...folds } = useFolds(first);
  const form = useRef<HTMLDivElement>(null);
  const show = (path: Path) => {
    reveal(path);
    focusField(form.current, path);
  };
  const showFirst = useEffectEvent(() => {
    if (first !== undefined) focusField(form.current, first);
  });
  useEffect(() => showFirst(), []);
  return (
    <FormStateProvider value={{ Field: SchemaField, ...choices, ...folds, problems, removing }}>
      <div ref={form} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {listed.length > 0 && <ProblemList listed={listed} problems={problems} show={show} />}
        <SchemaField
          schema={schema}
          label={title}
          path={[]}
          value={value}
          onChange={(next) => onChange(next ?? null)}
        />
      </div>
    </FormStateProvider>
  );
}
