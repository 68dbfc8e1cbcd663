/** Keeps of what is pasted only what a text can have: the schema leaves out the rest. */
import { DOMParser, type ParseOptions, type Schema } from '@tiptap/pm/model';

/** Microsoft Word writes each item of a list as a paragraph, with its bullet or number in a part of its own. */
const WORD_ITEM = '[class*=MsoListParagraph], p[style*="mso-list:"]';
const WORD_MARK = '[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]';

const levelOf = (item: Element) =>
  Number(/mso-list:[^;]*level(\d)/.exec(item.getAttribute('style') ?? '')?.[1] ?? 1);

function makeWordLists(root: Element): void {
  const { ownerDocument: page } = root;
  let lists: Element[] = [];
  let last: Element | null = null;
  for (const item of root.querySelectorAll(WORD_ITEM)) {
    const mark = item.querySelector(WORD_MARK);
    const isOrdered = /[a-z\d]/i.test(mark?.textContent ?? '') && !/^o\s*$/.test(mark?.textContent ?? '');
    mark?.remove();
    if (last === null || item.previousElementSibling !== last) lists = [];
    const level = Math.min(levelOf(item), lists.length + 1);
    lists = lists.slice(0, level);
    const parent = lists[level - 2]?.lastElementChild;
    let list = lists[level - 1];
    if (list === undefined) {
      list = page.createElement(isOrdered ? 'ol' : 'ul');
      if (parent) parent.append(list);
      else item.before(list);
      lists.push(list);
    }
    const entry = page.createElement('li');
    const words = page.createElement('p');
    words.append(...item.childNodes);
    entry.append(words);
    list.append(entry);
    item.remove();
    last = lists[0] ?? null;
  }
}

/** More rows and columns than anybody can read. */
const MOST_CELLS = 100;

const spanOf = (cell: Element, side: string) =>
  Math.min(Math.max(1, Number(cell.getAttribute(side)) || 1), MOST_CELLS);

/** Puts an empty cell into each place that another cell spans, so that every row has as many cells. */
function splitSpans(table: Element): void {
  const newCell = () => table.ownerDocument.createElement('td');
  const below: number[] = [];
  const rows = [...table.querySelectorAll('tr')];
  for (const row of rows) {
    let column = 0;
    const skipSpanned = (add: (cell: Element) => void) => {
      while ((below[column] ?? 0) > 0) {
        below[column] = (below[column] ?? 0) - 1;
        column += 1;
        add(newCell());
      }
    };
    for (const cell of [...row.children]) {
      skipSpanned((added) => cell.before(added));
      const [across, down] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')];
      for (let place = 0; place < across; place += 1) {
        if (place > 0) cell.after(newCell());
        below[column] = down - 1;
        column += 1;
      }
    }
    skipSpanned((added) => row.append(added));
  }
  const width = Math.max(...rows.map((row) => row.children.length));
  for (const row of rows) while (row.children.length < width) row.append(newCell());
}

const unwrap = (element: Element) => element.replaceWith(...element.childNodes);

function tidy(root: Element): void {
  makeWordLists(root);
  for (const heading of root.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    heading.querySelectorAll('b, strong').forEach(unwrap);
    heading.querySelectorAll('[style]').forEach((part) => part.removeAttribute('style'));
  }
  for (const block of root.querySelectorAll(
    ':is(td, th) :is(p, div, li, ul, ol, h1, h2, h3, h4, h5, h6, table, br)',
  )) {
    block.before(' ');
    unwrap(block);
  }
  root.querySelectorAll('table').forEach(splitSpans);
}

export class PasteParser extends DOMParser {
  readonly #onPaste: (hasPicture: boolean) => void;

  /** @param onPaste called with whether there was a picture, which cannot be pasted */
  constructor(schema: Schema, onPaste: (hasPicture: boolean) => void) {
    super(schema, DOMParser.fromSchema(schema).rules);
    this.#onPaste = onPaste;
  }

  override parseSlice(dom: globalThis.Node, options?: ParseOptions) {
    if (dom instanceof Element || 'querySelectorAll' in dom) {
      const root = dom as Element;
      this.#onPaste(root.querySelector('img:not(.ProseMirror-separator)') !== null);
      tidy(root);
    }
    return super.parseSlice(dom, options);
  }
}
