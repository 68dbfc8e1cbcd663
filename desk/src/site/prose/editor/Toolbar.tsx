import { useEditorState, type Editor } from '@tiptap/react';
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable } from '@tiptap/pm/tables';
import type { Command } from '@tiptap/pm/state';
import { redo, redoDepth, undo, undoDepth } from '@tiptap/pm/history';
import { setStyle, styleOf, type Style } from './commands.ts';
import type { OpenSheet } from './editor-context.ts';
import { LineIcon } from '#src/components/ui/LineIcon.tsx';

const STYLES: Readonly<Record<Style, string>> = {
  text: 'Text',
  heading: 'Heading',
  subheading: 'Subheading',
  bullets: 'Bullets',
  numbers: 'Numbers',
};

const ICONS = {
  bold: 'M7 4.5h6a3.7 3.7 0 0 1 0 7.4H7zM7 11.9h7a3.8 3.8 0 0 1 0 7.6H7z',
  italic: 'M10 4.5h8M6 19.5h8M14.5 4.5l-5 15',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7L12.4 5.9M14 10a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1.2-1.2',
  add: 'M12 4.5v15M4.5 12h15',
  undo: 'M8.5 4.5 4 9l4.5 4.5M4.5 9H14a5.5 5.5 0 0 1 0 11h-3',
  redo: 'M15.5 4.5 20 9l-4.5 4.5M19.5 9H10a5.5 5.5 0 0 0 0 11h3',
};

type Props = { editor: Editor; label: string; open: (sheet: OpenSheet) => void };

/** The tools above a text. They stay on the screen while the text scrolls below them. */
export function Toolbar({ editor, label, open }: Props) {
  const state = useEditorState({
    editor,
    selector: ({ editor: { state: now }, editor: of }) => ({
      style: styleOf(of),
      isBold: of.isActive('bold'),
      isItalic: of.isActive('italic'),
      isLink: of.isActive('link'),
      isInTable: of.isActive('table'),
      isInChart: of.isActive('chart'),
      isInHead: of.isActive('tableHeader'),
      canUndo: undoDepth(now) > 0,
      canRedo: redoDepth(now) > 0,
      canEdit: of.isEditable,
    }),
  });
  const run = (command: Command) => () => {
    command(editor.state, editor.view.dispatch);
    editor.commands.focus();
  };
  const tool = (
    name: string,
    icon: keyof typeof ICONS,
    isOn: boolean | undefined,
    onClick: () => void,
    isOff = false,
  ) => (
    <button
      type="button"
      className="site-tool"
      aria-label={name}
      title={name}
      aria-pressed={isOn}
      disabled={isOff || !state.canEdit}
      // The text keeps the focus, so that a phone's keyboard stays open.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <LineIcon path={ICONS[icon]} sizePx={20} />
      {icon === 'add' && <span className="site-tool-word">Add</span>}
    </button>
  );
  const inTable = (name: string, command: Command) => (
    <button
      key={name}
      type="button"
      className="button button-plain button-small"
      onMouseDown={(event) => event.preventDefault()}
      onClick={run(command)}
    >
      {name}
    </button>
  );
  return (
    <div className="site-tools" role="group" aria-label={`Tools for: ${label}`}>
      <div className="flex items-center p-1">
        <select
          className="site-style"
          aria-label="Style of the paragraph"
          value={state.style}
          disabled={!state.canEdit || state.isInTable}
          onChange={({ target }) => setStyle(editor, target.value as Style)}
        >
          {Object.entries(STYLES).map(([style, name]) => (
            <option key={style} value={style}>
              {name}
            </option>
          ))}
        </select>
        {tool('Bold', 'bold', state.isBold, () => editor.chain().focus().toggleMark('bold').run())}
        {tool('Italic', 'italic', state.isItalic, () => editor.chain().focus().toggleMark('italic').run())}
        {tool('Link', 'link', state.isLink, () => open({ sheet: 'link' }))}
        {tool('Add a figure, picture, table or other part', 'add', undefined, () => open({ sheet: 'add' }))}
        {tool('Undo', 'undo', undefined, run(undo), !state.canUndo)}
        {tool('Redo', 'redo', undefined, run(redo), !state.canRedo)}
      </div>
      {state.isInTable && state.canEdit && (
        <div className="site-table-row" role="group" aria-label="Table">
          {inTable('Add row', addRowAfter)}
          {inTable('Add column', addColumnAfter)}
          {!state.isInHead && inTable('Remove row', deleteRow)}
          {inTable('Remove column', deleteColumn)}
          {!state.isInChart && inTable('Remove table', deleteTable)}
        </div>
      )}
    </div>
  );
}
