import type { Editor, JSONContent } from '@tiptap/core';
import { wrapIn } from '@tiptap/pm/commands';
import type { ResolvedPos } from '@tiptap/pm/model';
import { NodeSelection, Selection, TextSelection } from '@tiptap/pm/state';
import { elementOf, type ElementName } from '#src/components/prose/elements.ts';
import { CHART_STARTS } from './words.ts';

/** How deep the innermost part that may hold blocks is: the text itself, or a frame. */
function depthOfHolder($at: ResolvedPos): number {
  let depth = $at.depth;
  while (depth > 0 && $at.node(depth).type.name !== 'frame') depth -= 1;
  return depth;
}

/** Adds a block after the one with the cursor, or in place of it if that one is empty, and puts the cursor into it. */
function addBlock(editor: Editor, block: JSONContent, isOutside: boolean): void {
  const { state, view } = editor;
  const { $to } = state.selection;
  const holder = isOutside ? 0 : depthOfHolder($to);
  const current = $to.depth > holder ? $to.node(holder + 1) : undefined;
  const isEmpty = current?.isTextblock === true && current.content.size === 0;
  const at = $to.depth > holder ? (isEmpty ? $to.before(holder + 1) : $to.after(holder + 1)) : $to.pos;
  const node = state.schema.nodeFromJSON(block);
  const tr = state.tr.replaceWith(at, isEmpty ? at + 2 : at, node);
  const inside = node.isAtom
    ? NodeSelection.create(tr.doc, at)
    : Selection.findFrom(tr.doc.resolve(at + 1), 1, true);
  view.dispatch(tr.setSelection(inside ?? tr.selection).scrollIntoView());
}

const paragraph = (text = ''): JSONContent => ({
  type: 'paragraph',
  content: text === '' ? [] : [{ type: 'text', text }],
});

const tableOf = (rows: readonly (readonly string[])[]): JSONContent => ({
  type: 'table',
  content: rows.map((cells, index) => ({
    type: 'tableRow',
    content: cells.map((text) => ({
      type: index === 0 ? 'tableHeader' : 'tableCell',
      content: [paragraph(text)],
    })),
  })),
});

export function addTable(editor: Editor): void {
  addBlock(editor, tableOf(Array.from({ length: 3 }, () => ['', ''])), false);
  editor.commands.focus();
}

/** Whether something within one paragraph is chosen. */
const isWithinLine = (editor: Editor): boolean => {
  const { selection } = editor.state;
  return !selection.empty && selection instanceof TextSelection && selection.$from.sameParent(selection.$to);
};

/** Adds an element. What is chosen gets into a frame. */
export function addElement(editor: Editor, name: ElementName, attributes: Record<string, string>): void {
  const { is } = elementOf(name);
  const attrs = { name, attributes };
  if (is === 'inline') {
    editor.chain().insertContent({ type: 'chip', attrs }).run();
  } else if (is === 'chart') {
    const start = CHART_STARTS[name];
    const all = { name, attributes: { ...start?.attributes, ...attributes } };
    addBlock(editor, { type: 'chart', attrs: all, content: [tableOf(start?.rows ?? [['']])] }, false);
  } else if (is === 'single') {
    addBlock(editor, { type: 'single', attrs }, false);
  } else if (name === 'OwnPage' && (editor.isActive('ownPage') || isWithinLine(editor))) {
    editor.chain().extendMarkRange('ownPage').toggleMark('ownPage').run();
  } else {
    const { frame } = editor.schema.nodes;
    const isWrapped =
      frame !== undefined &&
      !editor.state.selection.empty &&
      wrapIn(frame, attrs)(editor.state, editor.view.dispatch);
    if (!isWrapped) addBlock(editor, { type: 'frame', attrs, content: [paragraph()] }, true);
  }
  editor.commands.focus();
}

/** Moves the block at a position past its neighbour. @returns false if it is the first or the last */
export function moveBlock(editor: Editor, at: number, direction: -1 | 1): boolean {
  const { state, view } = editor;
  const $at = state.doc.resolve(at);
  const node = $at.nodeAfter;
  const index = $at.index() + direction;
  if (!node || index < 0 || index >= $at.parent.childCount) return false;
  const neighbour = $at.parent.child(index);
  const to = direction === -1 ? at - neighbour.nodeSize : at + neighbour.nodeSize;
  const offset = state.selection.from - at;
  const tr = state.tr.delete(at, at + node.nodeSize).insert(to, node);
  const isInside = offset >= 0 && offset <= node.nodeSize;
  if (isInside && state.selection instanceof NodeSelection) tr.setSelection(NodeSelection.create(tr.doc, to));
  else if (isInside) tr.setSelection(TextSelection.near(tr.doc.resolve(to + offset)));
  view.dispatch(tr.scrollIntoView());
  return true;
}

/** Where the block with the cursor begins: the one that stands in the text itself, or in a frame. */
export function currentBlock({ state: { selection } }: Editor): number {
  if (selection instanceof NodeSelection && !selection.node.isInline) return selection.from;
  return selection.$from.before(depthOfHolder(selection.$from) + 1);
}

export function addParagraph(editor: Editor, at: number): void {
  editor
    .chain()
    .insertContentAt(at, paragraph())
    .setTextSelection(at + 1)
    .focus()
    .run();
}

export function removeNode(editor: Editor, at: number): void {
  const node = editor.state.doc.nodeAt(at);
  if (node)
    editor
      .chain()
      .deleteRange({ from: at, to: at + node.nodeSize })
      .focus()
      .run();
}

/** Takes away a frame and keeps what is in it. */
export function removeFrame(editor: Editor, at: number): void {
  const node = editor.state.doc.nodeAt(at);
  if (!node) return;
  editor.view.dispatch(editor.state.tr.replaceWith(at, at + node.nodeSize, node.content).scrollIntoView());
  editor.commands.focus();
}

export function changeAttributes(editor: Editor, at: number, attributes: Record<string, string>): void {
  const node = editor.state.doc.nodeAt(at);
  if (node) editor.view.dispatch(editor.state.tr.setNodeMarkup(at, undefined, { ...node.attrs, attributes }));
  editor.commands.focus();
}

export type Style = 'text' | 'heading' | 'subheading' | 'bullets' | 'numbers';

export function styleOf(editor: Editor): Style {
  if (editor.isActive('heading', { level: 2 })) return 'heading';
  if (editor.isActive('heading', { level: 3 })) return 'subheading';
  if (editor.isActive('listItem')) return editor.isActive('orderedList') ? 'numbers' : 'bullets';
  return 'text';
}

const LISTS: Partial<Record<Style, string>> = { bullets: 'bulletList', numbers: 'orderedList' };

export function setStyle(editor: Editor, style: Style): void {
  const now = styleOf(editor);
  const chain = editor.chain().focus();
  if (now === style) return void chain.run();
  const [former, next] = [LISTS[now], LISTS[style]];
  // Toggling makes a list of another kind at once. For anything else, the list is dissolved first.
  if (former && !next) chain.toggleList(former, 'listItem');
  if (style === 'heading' || style === 'subheading')
    chain.setNode('heading', { level: style === 'heading' ? 2 : 3 });
  else if (!former || !next) chain.setNode('paragraph');
  if (next) chain.toggleList(next, 'listItem');
  chain.run();
}
