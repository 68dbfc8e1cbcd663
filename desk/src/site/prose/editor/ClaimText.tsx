import { Extension } from '@tiptap/core';
import { Fragment, Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { useEditor } from '@tiptap/react';
import { use, useId, useMemo, useRef, useState } from 'react';
import { Button } from '#desk/ui/Button.tsx';
import { ReadOnlyContext } from '#desk/ui/Form.tsx';
import type { ClaimTextFieldProps } from '../props.ts';
import { readClaimText, writeClaimText } from '../text/claim-text.ts';
import { ChangeSheet } from './ChangeSheet.tsx';
import { EditorContext, type OpenSheet } from './editor-context.ts';
import { EditorFrame, fieldAttributes, idsOf } from './EditorFrame.tsx';
import { CHIP } from './ElementViews.tsx';
import { basics } from './keys.ts';
import { NewSheet } from './NewSheet.tsx';
import { ONE_PARAGRAPH } from './schema.ts';
import { Apart } from './SheetForm.tsx';
import { useLater } from './use-later.ts';
import { useOwnValue } from './use-own-value.ts';
import './editor.css';

/** Curly brackets would stand for a figure in the stored text, so they become round as they are typed. */
const RoundBrackets = Extension.create({
  name: 'roundBrackets',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction(_transactions, _before, { doc, tr }) {
        doc.descendants((node, at) => {
          for (const { index, 0: bracket } of node.text?.matchAll(/[{}]/g) ?? [])
            tr.insertText(bracket === '{' ? '(' : ')', at + index, at + index + 1);
        });
        return tr.docChanged ? tr : undefined;
      },
    }),
  ],
});

/** What is pasted, as one paragraph. */
function inOneLine(slice: Slice): Slice {
  let line = Fragment.empty;
  slice.content.descendants((node) => {
    if (node.isTextblock && line.size > 0) line = line.addToEnd(node.type.schema.text(' '));
    if (node.isInline) line = line.addToEnd(node);
    return !node.isInline;
  });
  return new Slice(line, 0, 0);
}

/** A text of one paragraph in which figures are chips. It starts anew when `value` is changed by anything but typing. */
export function ClaimText(props: ClaimTextFieldProps) {
  const { key, start, onChange } = useOwnValue(props.value, props.onChange);
  return <OpenText key={key} {...props} value={start} onChange={onChange} />;
}

function OpenText({ label, value, claims, onChange, description, error }: ClaimTextFieldProps) {
  const ids = idsOf(useId());
  const isReadOnly = use(ReadOnlyContext);
  const [sheet, setSheet] = useState<OpenSheet>();
  const [extensions] = useState(() => [...ONE_PARAGRAPH, CHIP, RoundBrackets, basics(setSheet)]);
  const last = useRef(value);
  const shared = useMemo(() => ({ claims, open: setSheet }), [claims, setSheet]);
  const hasHint = description !== undefined;
  const isInvalid = error !== undefined;

  const editor = useEditor({
    extensions,
    content: readClaimText(value),
    editable: !isReadOnly,
    injectCSS: false,
    enableInputRules: false,
    enablePasteRules: false,
    editorProps: {
      attributes: fieldAttributes(ids, { hasHint, isInvalid }),
      transformPasted: inOneLine,
    },
    onUpdate: () => later(),
    onBlur: () => now(),
  });

  const { later, now } = useLater(() => {
    const text = writeClaimText(editor.getJSON());
    if (text === last.current) return;
    last.current = text;
    onChange(text);
  });

  const close = () => setSheet(undefined);
  return (
    <EditorContext value={shared}>
      <div
        className="min-w-0"
        onKeyDownCapture={({ key, ctrlKey, metaKey }) => {
          if (key === 'Enter' && (ctrlKey || metaKey)) now();
        }}
      >
        <EditorFrame
          editor={editor}
          ids={ids}
          label={label}
          hint={description}
          errors={isInvalid ? [error] : []}
          className="site-line"
        />
        {!isReadOnly && claims.length > 0 && (
          <Button
            variant="plain"
            size="small"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setSheet({ sheet: 'new', name: 'Claim' })}
          >
            Add a figure<span className="sr-only">{` to: ${label}`}</span>
          </Button>
        )}
      </div>
      <Apart>
        {sheet?.sheet === 'new' && <NewSheet editor={editor} name={sheet.name} onClose={close} />}
        {sheet?.sheet === 'change' && <ChangeSheet editor={editor} at={sheet.at} onClose={close} />}
      </Apart>
    </EditorContext>
  );
}
