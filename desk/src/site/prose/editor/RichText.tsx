import type { JSONContent } from '@tiptap/core';
import { useEditor } from '@tiptap/react';
import { use, useId, useMemo, useRef, useState } from 'react';
import { ReadOnlyContext } from '#desk/ui/Form.tsx';
import type { ProseEditorProps } from '../props.ts';
import { readDocument } from '../text/read-document.ts';
import { writeDocument } from '../text/write-document.ts';
import { AddSheet } from './AddSheet.tsx';
import { ChangeSheet } from './ChangeSheet.tsx';
import { EditorContext, type OpenSheet } from './editor-context.ts';
import { EditorFrame, fieldAttributes, idsOf } from './EditorFrame.tsx';
import { ELEMENTS } from './ElementViews.tsx';
import { basics, blockKeys } from './keys.ts';
import { LinkSheet } from './LinkSheet.tsx';
import { NewSheet } from './NewSheet.tsx';
import { PasteParser } from './paste.ts';
import { PictureSheet } from './PictureSheet.tsx';
import { PROSE } from './schema.ts';
import { Apart } from './SheetForm.tsx';
import { Tables } from './tables.ts';
import { Toolbar } from './Toolbar.tsx';
import { useLater } from './use-later.ts';
import { useOwnValue } from './use-own-value.ts';
import './editor.css';

const NO_PICTURES = 'Pictures are not pasted. Add each with the plus sign, because it needs a description.';

/** The text of an article or of a legal page. It starts anew when `value` is changed by anything but typing. */
export function RichText(props: ProseEditorProps) {
  const { key, start, onChange } = useOwnValue(props.value, props.onChange);
  const read = useMemo(() => readDocument(start), [start]);
  if (!read.ok) {
    return (
      <div>
        <span className="label">{props.label}</span>
        <p className="notice notice-danger">{`${read.reason} It can be changed only in its file.`}</p>
      </div>
    );
  }
  return <OpenText key={key} {...props} document={read.document} start={start} onChange={onChange} />;
}

type OpenProps = ProseEditorProps & {
  document: JSONContent;
  /** The text from which the document was read. */
  start: string;
};

function OpenText({ label, claims, onChange, errors = [], document, start }: OpenProps) {
  const ids = idsOf(useId());
  const isReadOnly = use(ReadOnlyContext);
  const [sheet, setSheet] = useState<OpenSheet>();
  const [notice, setNotice] = useState('');
  const [extensions] = useState(() => [...PROSE, ...ELEMENTS, Tables, basics(setSheet), blockKeys(setSheet)]);
  const known = useRef({ first: '', last: start });
  const shared = useMemo(() => ({ claims, open: setSheet }), [claims, setSheet]);

  const editor = useEditor({
    extensions,
    content: document,
    editable: !isReadOnly,
    injectCSS: false,
    enableInputRules: false,
    enablePasteRules: false,
    editorProps: {
      attributes: fieldAttributes(ids, { hasHint: true, isInvalid: errors.length > 0 }),
    },
    onCreate({ editor: created }) {
      created.view.setProps({
        clipboardParser: new PasteParser(created.schema, (hasPicture) =>
          setNotice(hasPicture ? NO_PICTURES : ''),
        ),
      });
      known.current.first = writeDocument(created.getJSON());
    },
    onUpdate: () => later(),
    onBlur: () => now(),
  });

  const { later, now } = useLater(() => {
    const { first, last } = known.current;
    const written = writeDocument(editor.getJSON());
    // What is as it was at first is the same text, even if its lines were written otherwise.
    const text = written === first ? start : written;
    if (text === last) return;
    known.current.last = text;
    onChange(text);
  });

  const close = () => setSheet(undefined);
  return (
    <EditorContext value={shared}>
      <div
        className="min-w-0"
        onKeyDownCapture={(event) => {
          // The form around the editor is sent with these keys.
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) now();
        }}
      >
        <EditorFrame
          editor={editor}
          ids={ids}
          label={label}
          hint={
            <span className="site-keys">
              Alt and F10: to the tools. Alt with an arrow up or down: moves a block.
            </span>
          }
          errors={errors}
          tools={<Toolbar editor={editor} label={label} open={setSheet} />}
        />
        <p role="status" className="hint">
          {notice}
        </p>
      </div>
      <Apart>
        {sheet?.sheet === 'add' && <AddSheet editor={editor} open={setSheet} onClose={close} />}
        {sheet?.sheet === 'new' && <NewSheet editor={editor} name={sheet.name} onClose={close} />}
        {sheet?.sheet === 'link' && <LinkSheet editor={editor} onClose={close} />}
        {sheet?.sheet === 'picture' && <PictureSheet editor={editor} onClose={close} />}
        {sheet?.sheet === 'change' && <ChangeSheet editor={editor} at={sheet.at} onClose={close} />}
      </Apart>
    </EditorContext>
  );
}
