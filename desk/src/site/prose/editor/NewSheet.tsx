import type { Editor } from '@tiptap/core';
import { use, useState } from 'react';
import { type ElementName } from '#src/components/prose/elements.ts';
import { ClaimSheet } from './ClaimSheet.tsx';
import { addElement } from './commands.ts';
import { EditorContext } from './editor-context.ts';
import { ElementFields } from './ElementFields.tsx';
import { SheetForm } from './SheetForm.tsx';
import { ELEMENT_WORDS } from './words.ts';

type Props = { editor: Editor; name: ElementName; onClose: () => void };

/** Asks for the attributes of an element, and adds it. */
export function NewSheet({ editor, name, onClose }: Props) {
  const { claims } = use(EditorContext);
  const [values, setValues] = useState<Record<string, string>>({});
  const [isTried, setIsTried] = useState(false);
  const add = (attributes: Record<string, string>) => {
    onClose();
    addElement(editor, name, attributes);
  };
  if (name === 'Claim')
    return <ClaimSheet claims={claims} onChoose={(id) => add({ id })} onClose={onClose} />;

  const missing = Object.keys(ELEMENT_WORDS[name].attributes).filter((attribute) => !values[attribute]);
  return (
    <SheetForm
      title={ELEMENT_WORDS[name].name}
      save="Add"
      onSave={() => (missing.length === 0 ? add(values) : setIsTried(true))}
      onClose={onClose}
    >
      <ElementFields
        name={name}
        values={values}
        errors={isTried ? Object.fromEntries(missing.map((attribute) => [attribute, 'Choose one.'])) : {}}
        onValues={setValues}
      />
    </SheetForm>
  );
}
