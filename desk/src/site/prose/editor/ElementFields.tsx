import type { Node } from '@tiptap/pm/model';
import { use } from 'react';
import type { ElementName } from '#src/components/prose/elements.ts';
import { ChoiceField, TextArea, TextField } from '#desk/ui/Field.tsx';
import { EditorContext } from './editor-context.ts';
import { headsOf } from './element-problems.ts';
import { ELEMENT_WORDS } from './words.ts';

type Values = Record<string, string>;
type Props = {
  name: ElementName;
  /** What is in the text now; undefined for what is only being added. */
  node?: Node | undefined;
  values: Values;
  errors?: Readonly<Record<string, string | undefined>>;
  onValues: (values: Values) => void;
};

const same = (words: readonly string[]) =>
  Object.fromEntries(words.filter(Boolean).map((word) => [word, word]));

/** The fields for an element's attributes. */
export function ElementFields({ name, node, values, errors = {}, onValues }: Props) {
  const { claims } = use(EditorContext);
  const heads = node ? headsOf(node) : { row: [], column: [] };
  return Object.entries(ELEMENT_WORDS[name].attributes).map(([attribute, { label, hint, asked }]) => {
    const field = {
      label,
      hint,
      error: errors[attribute],
      value: values[attribute] ?? '',
      onText: (text: string) => onValues({ ...values, [attribute]: text }),
    };
    if (asked === 'line') return <TextField key={attribute} {...field} maxLength={300} />;
    if (asked === 'text') return <TextArea key={attribute} {...field} rows={2} maxLength={500} />;
    const figures = () =>
      Object.fromEntries(claims.map(({ id, text, source }) => [id, `${text} (${source})`]));
    const words = asked === 'claim' ? figures() : typeof asked === 'object' ? asked : same(heads[asked]);
    const isKnown = field.value in words;
    return (
      <ChoiceField
        key={attribute}
        {...field}
        value={isKnown ? field.value : ''}
        words={words}
        {...(!isKnown && { none: 'Choose' })}
      />
    );
  });
}
