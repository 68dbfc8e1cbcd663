import { useId } from 'react';
import { ChoiceField, TextArea, TextField } from '../../ui/Field.tsx';
import { ClaimTextField } from '../prose/ClaimTextField.tsx';
import { ProseEditor } from '../prose/ProseEditor.tsx';
import { DaysField } from './DaysField.tsx';
import { problemsIn, useFieldError, useForm } from './form-state.ts';
import { HoursField } from './HoursField.tsx';
import { textOf } from './json.ts';
import { choiceLabel, type JsonSchema } from './schema.ts';
import type { FieldProps } from './field-props.ts';
import { YesNoField } from './YesNoField.tsx';

/** A list is easier to choose from than a number is to type, as long as it is short. */
const MOST_NUMBERS = 12;

function numbersOf({ type, minimum, maximum }: JsonSchema): number[] | undefined {
  if (type !== 'integer' || minimum === undefined || maximum === undefined) return undefined;
  const count = maximum - minimum + 1;
  return count > MOST_NUMBERS ? undefined : Array.from({ length: count }, (_, index) => minimum + index);
}

/** A number as it is typed. What is no number is kept as text, and the server says so. */
function numberOf(text: string): string | number {
  const typed = text.trim();
  return typed !== '' && Number.isFinite(Number(typed)) ? Number(typed) : text;
}

const KEYBOARDS: Readonly<Record<string, { type?: string; inputMode?: 'email' | 'url' | 'tel' }>> = {
  date: { type: 'date' },
  email: { inputMode: 'email' },
  uri: { inputMode: 'url' },
  tel: { inputMode: 'tel' },
};

/** A field that holds one text, number, date or choice. */
export function TextOrChoice({ schema, label, path, value, isOptional, onChange }: FieldProps) {
  const { claims, pages, problems } = useForm();
  const error = useFieldError(path);
  const listId = useId();
  const hint =
    isOptional && schema.type !== 'boolean' ? optionalHint(schema.description) : schema.description;
  const text = textOf(value);
  const onText = (next: string) => onChange(next === '' && isOptional ? undefined : next);
  const shared = { label, hint, error, value: text, autoComplete: 'off' };
  const choice = (words: Record<string, string>, onChoice: (next: string) => void) => {
    const isKnown = text in words;
    // What was chosen before may be gone. It stays in the list, so that the form shows what is stored.
    const all = text === '' || isKnown ? words : { ...words, [text]: text };
    const none = isOptional ? 'None' : text === '' ? 'Choose' : undefined;
    return <ChoiceField {...shared} words={all} {...(none !== undefined && { none })} onText={onChoice} />;
  };

  const values = schema.enum ?? numbersOf(schema);
  if (values) {
    const words = values.map((code): [string, string] => [textOf(code), choiceLabel(schema, code)]);
    return choice(Object.fromEntries(words), (next) =>
      onChange(next === '' ? undefined : (values.find((code) => textOf(code) === next) ?? next)),
    );
  }
  if (schema.type === 'boolean') {
    return <YesNoField {...{ label, hint, error, value, isOptional, onChange }} />;
  }
  if (schema.type === 'integer' || schema.type === 'number') {
    return (
      <TextField
        {...shared}
        inputMode="numeric"
        onText={(next) => onChange(next === '' ? undefined : numberOf(next))}
      />
    );
  }
  switch (schema.format) {
    case 'prose': {
      const messages = problemsIn(problems, path).map(({ message }) => message);
      return <ProseEditor label={label} value={text} claims={claims} onChange={onText} errors={messages} />;
    }
    case 'claim-text':
      return (
        <ClaimTextField {...{ label, error, claims }} description={hint} value={text} onChange={onText} />
      );
    case 'multiline':
      return <TextArea {...shared} rows={rowsFor(text)} onText={onText} />;
    case 'hours':
      return <HoursField {...{ label, hint, error }} value={text} onText={onText} />;
    case 'days':
      return <DaysField {...{ label, hint, error }} value={text} onText={onText} />;
    case 'claim':
      return choice(
        Object.fromEntries(claims.map(({ id, text: figure, source }) => [id, `${figure} (${source})`])),
        onText,
      );
    case 'article': {
      const articles = pages.filter(({ address }) => address.startsWith('/blog/'));
      return choice(
        Object.fromEntries(articles.map(({ address, title }) => [address.slice('/blog/'.length), title])),
        onText,
      );
    }
    case 'own-link':
      return (
        <>
          <TextField {...shared} list={listId} inputMode="url" onText={onText} />
          <datalist id={listId}>
            {pages.map(({ address, title }) => (
              <option key={address} value={address}>
                {title}
              </option>
            ))}
          </datalist>
        </>
      );
    default:
      return <TextField {...shared} {...KEYBOARDS[schema.format ?? '']} onText={onText} />;
  }
}

const optionalHint = (description: string | undefined) =>
  [description, 'May be left empty.'].filter(Boolean).join(' ');

const LETTERS_IN_A_ROW = 45;
const rowsFor = (text: string) => Math.min(10, Math.max(2, Math.ceil(text.length / LETTERS_IN_A_ROW)));
