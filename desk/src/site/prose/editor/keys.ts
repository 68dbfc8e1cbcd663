import { Extension } from '@tiptap/core';
import { dropCursor } from '@tiptap/pm/dropcursor';
import { gapCursor } from '@tiptap/pm/gapcursor';
import { history, redo, undo } from '@tiptap/pm/history';
import { NodeSelection, type Command } from '@tiptap/pm/state';
import { currentBlock, moveBlock } from './commands.ts';
import type { OpenSheet } from './editor-context.ts';

/** Undo, cursors between and during moves, and Enter, which opens the element that is selected. */
export const basics = (open: (sheet: OpenSheet) => void) =>
  Extension.create({
    name: 'basics',
    priority: 1000,
    addProseMirrorPlugins: () => [history(), gapCursor(), dropCursor({ class: 'site-drop', color: false })],
    addKeyboardShortcuts() {
      const run = (command: Command) => () =>
        this.editor.commands.command(({ state, dispatch }) => command(state, dispatch));
      return {
        'Mod-z': run(undo),
        'Mod-y': run(redo),
        'Shift-Mod-z': run(redo),
        Enter: ({ editor }) => {
          const { selection } = editor.state;
          if (!(selection instanceof NodeSelection) || selection.node.attrs.name === undefined) return false;
          open({ sheet: 'change', at: selection.from });
          return true;
        },
      };
    },
  });

/** The keys of a text with blocks. */
export const blockKeys = (open: (sheet: OpenSheet) => void) =>
  Extension.create({
    name: 'blockKeys',
    addKeyboardShortcuts: () => ({
      'Mod-k': () => {
        open({ sheet: 'link' });
        return true;
      },
      'Alt-ArrowUp': ({ editor }) => moveBlock(editor, currentBlock(editor), -1),
      'Alt-ArrowDown': ({ editor }) => moveBlock(editor, currentBlock(editor), 1),
      'Alt-F10': ({ editor }) => {
        editor.view.dom.closest('.site-editor')?.querySelector<HTMLElement>('select, button')?.focus();
        return true;
      },
    }),
  });
