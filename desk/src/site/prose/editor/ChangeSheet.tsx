import type { Editor } from '@tiptap/core';
import { use, useState } from 'react';
import { elementOf, isElement } from '#src/components/prose/elements.ts';
import { Button } from '#desk/ui/Button.tsx';
import { ClaimSheet } from './ClaimSheet.tsx';
import { addParagraph, changeAttributes, moveBlock, removeFrame, removeNode } from './commands.ts';
import { EditorContext } from './editor-context.ts';
import { ElementFields } from './ElementFields.tsx';
import { SheetForm } from './SheetForm.tsx';
import { Sheet } from '#desk/ui/Sheet.tsx';
import { ELEMENT_WORDS } from './words.ts';

type Props = { editor: Editor; at: number; onClose: () => void };

/** Changes, moves or removes the element at a position of the text. */
export function ChangeSheet({ editor, at, onClose }: Props) {
  const { claims } = use(EditorContext);
  const [node] = useState(() => editor.state.doc.nodeAt(at));
  const [values, setValues] = useState(() => ({ ...(node?.attrs.attributes as Record<string, string>) }));
  const name: unknown = node?.attrs.name;
  if (!node || typeof name !== 'string' || !isElement(name)) return null;

  const { is } = elementOf(name);
  const words = ELEMENT_WORDS[name];
  const act = (action: () => void) => () => {
    onClose();
    action();
    editor.commands.focus();
  };
  const remove = (
    <Button variant="danger" onClick={act(() => removeNode(editor, at))}>
      Remove
    </Button>
  );
  const actions =
    is === 'inline' ? (
      remove
    ) : (
      <div className="flex flex-wrap gap-2 border-t border-line pt-4">
        <Button onClick={act(() => moveBlock(editor, at, -1))}>Move up</Button>
        <Button onClick={act(() => moveBlock(editor, at, 1))}>Move down</Button>
        <Button onClick={act(() => addParagraph(editor, at))}>Text above</Button>
        <Button onClick={act(() => addParagraph(editor, at + node.nodeSize))}>Text below</Button>
        {is === 'frame' && (
          <Button onClick={act(() => removeFrame(editor, at))}>Remove the frame, keep the words</Button>
        )}
        {remove}
      </div>
    );

  if (name === 'Claim') {
    const change = (id: string) => act(() => changeAttributes(editor, at, { id }))();
    return (
      <ClaimSheet claims={claims} current={values.id ?? ''} onChoose={change} onClose={onClose}>
        {remove}
      </ClaimSheet>
    );
  }
  if (Object.keys(words.attributes).length === 0) {
    return (
      <Sheet title={words.name} onClose={onClose}>
        <p className="hint">{words.hint}</p>
        {actions}
      </Sheet>
    );
  }
  return (
    <SheetForm
      title={words.name}
      save="Done"
      onSave={act(() => changeAttributes(editor, at, values))}
      onClose={onClose}
      actions={actions}
    >
      <ElementFields name={name} node={node} values={values} onValues={setValues} />
    </SheetForm>
  );
}
