import { useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { DeskIcon } from '../../ui/DeskIcon.tsx';
import { TextArea, TextField } from '../../ui/Field.tsx';
import { Fold } from './Fold.tsx';
import { focusField } from './focus-field.ts';
import { problemsIn, useForm } from './form-state.ts';
import { Framed } from './GroupField.tsx';
import { keyOf, type Json } from './json.ts';
import { fitsOnLine, readLines } from './paste-rows.ts';
import { emptyOf, itemOf, labelOf, summaryOf, type JsonSchema } from './schema.ts';
import type { FieldProps } from './field-props.ts';

/** From this many rows on, a list can be searched. A list that needs at least as many can be pasted. */
const MANY = 10;

/** How many rows there may be, as a sentence; undefined if any number may be. */
function limitsInWords({ minItems: least = 0, maxItems: most = Infinity }: JsonSchema): string | undefined {
  if (least === most) return `The page has room for exactly ${least}.`;
  if (most < Infinity) return least > 0 ? `From ${least} to ${most}.` : `At most ${most}.`;
  return least > 0 ? `At least ${least}.` : undefined;
}

const allTexts = (value: Json): string =>
  typeof value === 'object' && value !== null ? Object.values(value).map(allTexts).join(' ') : String(value);

/** A list, or a fixed number of values that each have a label of their own. */
export function ListField(props: FieldProps) {
  const { schema, label, path, value, isBare } = props;
  const given = value ?? emptyOf(schema);
  const rows = Array.isArray(given) ? given : [];
  const summary = schema.prefixItems || rows.length === 0 ? undefined : String(rows.length);
  return (
    <Framed {...{ label, path, isBare, summary }}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {schema.description !== undefined && <p className="hint">{schema.description}</p>}
        {schema.prefixItems ? <Places {...props} rows={rows} /> : <Rows {...props} rows={rows} />}
      </div>
    </Framed>
  );
}

type RowsProps = FieldProps & { rows: readonly Json[] };

const replaced = (rows: readonly Json[], index: number, next: Json | undefined) =>
  rows.map((row, place) => (place === index ? (next ?? null) : row));

function Places({ schema, path, rows, onChange }: RowsProps) {
  const { Field } = useForm();
  return schema.prefixItems?.map((item, index) => (
    <Field
      key={index}
      schema={item}
      label={labelOf(item, index + 1)}
      path={[...path, index]}
      value={rows[index]}
      onChange={(next) => onChange(replaced(rows, index, next))}
    />
  ));
}

function Rows({ schema, label, path, rows, isOptional, onChange }: RowsProps) {
  const { Field, claims, problems, removing: words, isOpen, moveRows, setOpen } = useForm();
  const list = useRef<HTMLDivElement>(null);
  const [sought, setSought] = useState('');
  const [removed, setRemoved] = useState<{ index: number; row: Json }>();
  const [said, setSaid] = useState('');
  const item = itemOf(schema) ?? {};
  const { minItems: least = 0, maxItems: most = Infinity } = schema;
  const hasFields = item.properties !== undefined;
  const nameOf = (row: Json, index: number) =>
    summaryOf(item, row, claims)[0] ?? `${labelOf(item, label)} ${index + 1}`;
  const own = problemsIn(problems, path).filter(({ field }) => field.length === path.length);
  const removing = path.length === 0 ? words : undefined;
  const isShown = (row: Json) => allTexts(row).toLowerCase().includes(sought.trim().toLowerCase());

  const move = (from: number, to: number) => {
    const next = rows.toSpliced(from, 1).toSpliced(to, 0, rows[from] ?? null);
    moveRows(path, (index) => (index === from ? to : index === to ? from : index));
    onChange(next);
    setSaid(`Moved to place ${to + 1} of ${rows.length}.`);
    const selector = `[data-move="${CSS.escape(keyOf([...path, to]))}"]`;
    // The focus goes with the row: to the same button, or to the other one at the end of the list.
    requestAnimationFrame(() => {
      const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>(selector) ?? [])];
      const wanted = buttons.find(({ dataset }) => dataset.by === String(to - from));
      (wanted?.disabled === false ? wanted : buttons.find(({ disabled }) => !disabled))?.focus();
    });
  };
  const remove = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    moveRows(path, (place) => (place === index ? undefined : place > index ? place - 1 : place));
    onChange(rows.toSpliced(index, 1));
    setRemoved({ index, row });
    setSaid('');
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[data-put-back]')?.focus());
  };
  const putBack = () => {
    if (removed === undefined) return;
    moveRows(path, (place) => (place >= removed.index ? place + 1 : place));
    onChange(rows.toSpliced(removed.index, 0, removed.row));
    setRemoved(undefined);
    setOpen([...path, removed.index], true);
    focusField(list.current, [...path, removed.index]);
  };
  const add = () => {
    const place = [...path, rows.length];
    setSought('');
    setOpen(place, true);
    onChange([...rows, emptyOf(item) ?? '']);
    focusField(list.current, [...place, ...(hasFields ? [Object.keys(item.properties ?? {})[0] ?? ''] : [])]);
  };
  /** Puts rows in the place of the empty ones. */
  const paste = (pasted: readonly Json[]) => {
    const filled = [...rows.filter((row) => allTexts(row).trim() !== ''), ...pasted];
    const missing = Math.max(0, least - filled.length);
    setRemoved(undefined);
    onChange([...filled, ...Array.from({ length: missing }, () => emptyOf(item) ?? '')]);
    setSaid(`Added: ${pasted.length}.`);
  };
  const limits = limitsInWords(schema);

  const rowOf = (row: Json, index: number) => {
    const place = [...path, index];
    const name = nameOf(row, index);
    const field = (
      <Field
        schema={item}
        label={`${item.title ?? label} ${index + 1}`}
        path={place}
        value={row}
        isBare={hasFields}
        onChange={(next) => onChange(replaced(rows, index, next))}
      />
    );
    const mover = (by: 1 | -1) => (
      <button
        type="button"
        className="mover"
        data-move={keyOf(place)}
        data-by={by}
        disabled={index + by < 0 || index + by >= rows.length}
        onClick={() => move(index, index + by)}
      >
        <DeskIcon name="back" className={by === 1 ? '-rotate-90' : 'rotate-90'} />
        <span className="sr-only">{`Move ${by === 1 ? 'down' : 'up'}: ${name}`}</span>
      </button>
    );
    const buttons = (
      <div className="flex flex-wrap items-center gap-1">
        {sought === '' && rows.length > 1 && removing === undefined && (
          <>
            {mover(-1)}
            {mover(1)}
          </>
        )}
        {rows.length > least && (
          <Button variant="plain" size="small" onClick={() => remove(index)}>
            <span>{removing?.button ?? 'Remove'}</span>
            <span className="sr-only">{` ${name}`}</span>
          </Button>
        )}
      </div>
    );
    if (!hasFields) {
      return (
        <li key={index} className="border-b border-line pb-2">
          {field}
          {buttons}
        </li>
      );
    }
    return (
      <li key={index}>
        <Fold path={place} title={name} summary={summaryOf(item, row, claims)[1]}>
          {field}
          {removing && <p className="hint mt-4">{removing.hint}</p>}
          <div className="mt-3">{buttons}</div>
        </Fold>
      </li>
    );
  };

  return (
    <div ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {limits !== undefined && <p className="hint">{limits}</p>}
      {own.map(({ message }) => (
        <p key={message} className="field-error">
          {message}
        </p>
      ))}
      {fitsOnLine(item) && (!hasFields || least >= MANY) && <Pasting item={item} onRows={paste} />}
      {rows.length >= MANY && hasFields && (
        <TextField
          label="Find in this list"
          type="search"
          autoComplete="off"
          value={sought}
          onText={(text) => setSought(text)}
        />
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2 empty:hidden">
        {rows.map((row, index) => (isOpen([...path, index]) || isShown(row) ? rowOf(row, index) : null))}
      </ul>
      <p role="status" className="hint empty:hidden">
        {said}
      </p>
      {removed && (
        <div className="flex flex-wrap items-center gap-x-3">
          <p role="status">{`Removed: ${nameOf(removed.row, removed.index)}`}</p>
          <Button size="small" data-put-back="" onClick={putBack}>
            Put it back
          </Button>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {rows.length < most && (
          <Button size="small" onClick={add}>
            {hasFields || item.title === undefined ? `Add one` : `Add: ${item.title}`}
          </Button>
        )}
        {isOptional && (
          <Button variant="plain" size="small" onClick={() => onChange(undefined)}>
            {`Take this part out: ${label}`}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Several rows at once, typed or copied from a list or a table. */
function Pasting({ item, onRows }: { item: JsonSchema; onRows: (rows: Json[]) => void }) {
  const [text, setText] = useState<string>();
  if (text === undefined) {
    return (
      <Button size="small" className="justify-self-start" onClick={() => setText('')}>
        Add several at once
      </Button>
    );
  }
  const names = Object.entries(item.properties ?? {}).map(([key, field]) => labelOf(field, key));
  return (
    <div className="grid gap-2">
      <TextArea
        label="Several at once"
        hint={
          names.length === 0
            ? 'One on each line.'
            : `One on each line: ${names.join(', comma, ').toLowerCase()}. Or copy these columns of a table.`
        }
        rows={6}
        autoFocus
        value={text}
        onText={setText}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          onClick={() => {
            onRows(readLines(item, text));
            setText(undefined);
          }}
        >
          Add them
        </Button>
        <Button variant="plain" size="small" onClick={() => setText(undefined)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
