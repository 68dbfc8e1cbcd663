import { Extension } from '@tiptap/core';
import { Plugin, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { Node } from '@tiptap/pm/model';
import { goToNextCell, isInTable, tableEditing } from '@tiptap/pm/tables';

const ROLES: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableHeader: 'header_cell',
  tableCell: 'cell',
};

/** Makes the cells of a table's first row headings, and no others, as on the page. */
function fixHeadings(tr: Transaction): void {
  tr.doc.descendants((node, at) => {
    if (node.type.name !== 'table') return !node.isTextblock;
    node.forEach((row, rowAt, rowIndex) =>
      row.forEach((cell, cellAt) => {
        const type = tr.doc.type.schema.nodes[rowIndex === 0 ? 'tableHeader' : 'tableCell'];
        if (type && cell.type !== type) tr.setNodeMarkup(at + rowAt + cellAt + 2, type, cell.attrs);
      }),
    );
    return false;
  });
}

const endsWithWords = (node: Node) => node.lastChild?.isTextblock === true || isList(node.lastChild);
const isList = (node: Node | null) => node?.type.isInGroup('list') ?? false;

/** After a table or a block there is always a place to write, because a phone has no key to make one. */
function addLastLines(tr: Transaction): void {
  const { paragraph } = tr.doc.type.schema.nodes;
  const ends: number[] = endsWithWords(tr.doc) ? [] : [tr.doc.content.size];
  tr.doc.descendants((node, at) => {
    if (node.type.name === 'frame' && !endsWithWords(node)) ends.push(at + node.nodeSize - 1);
    return node.type.name === 'frame';
  });
  if (paragraph) ends.sort((one, other) => other - one).forEach((end) => tr.insert(end, paragraph.create()));
}

function tidy(state: EditorState): Transaction | undefined {
  const { tr } = state;
  fixHeadings(tr);
  addLastLines(tr);
  return tr.docChanged ? tr : undefined;
}

export const Tables = Extension.create({
  name: 'tables',
  extendNodeSchema: ({ name }) => (name in ROLES ? { tableRole: ROLES[name] } : {}),
  addProseMirrorPlugins: () => [
    tableEditing(),
    new Plugin({
      appendTransaction: (transactions, _before, state) =>
        transactions.some(({ docChanged }) => docChanged) ? tidy(state) : undefined,
      // Outside of a wide table, the beginning of each line is on the screen.
      view: () => ({
        update({ dom, state }) {
          if (!isInTable(state)) dom.scrollLeft = 0;
        },
      }),
    }),
  ],
  addKeyboardShortcuts() {
    const go = (direction: 1 | -1) => () =>
      this.editor.commands.command(({ state, dispatch }) => goToNextCell(direction)(state, dispatch));
    return { Tab: go(1), 'Shift-Tab': go(-1) };
  },
  onCreate() {
    const tr = tidy(this.editor.state);
    if (tr) this.editor.view.dispatch(tr.setMeta('addToHistory', false));
  },
});
