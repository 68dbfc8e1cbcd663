/** What a text consists of, for the editor. It is the same as what `../text/read-document.ts` reads. */
import { Mark, Node } from '@tiptap/core';
import { isAllowedLink, isElement } from '#src/components/prose/elements.ts';

const Doc = Node.create({ name: 'doc', topNode: true, content: 'block+' });
const Text = Node.create({ name: 'text', group: 'inline' });

const Paragraph = Node.create({
  name: 'paragraph',
  group: 'block',
  content: 'inline*',
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: () => ['p', 0],
});

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

const Heading = Node.create({
  name: 'heading',
  group: 'block',
  content: '(text | chip)*',
  marks: 'ownPage link bold italic code',
  defining: true,
  addAttributes: () => ({ level: { default: 2, rendered: false } }),
  parseHTML: () => HEADINGS.map((tag, index) => ({ tag, attrs: { level: index < 2 ? 2 : 3 } })),
  renderHTML: ({ node }) => [node.attrs.level === 3 ? 'h3' : 'h2', 0],
});

const HardBreak = Node.create({
  name: 'hardBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
  addKeyboardShortcuts() {
    return {
      'Shift-Enter': () =>
        this.editor.isActive('table') || this.editor.commands.insertContent({ type: this.name }),
    };
  },
});

const isLoose = { default: false, rendered: false };

const BulletList = Node.create({
  name: 'bulletList',
  group: 'block list',
  content: 'listItem+',
  addAttributes: () => ({ isLoose }),
  parseHTML: () => [{ tag: 'ul' }],
  renderHTML: () => ['ul', 0],
});

const OrderedList = Node.create({
  name: 'orderedList',
  group: 'block list',
  content: 'listItem+',
  addAttributes: () => ({ isLoose, start: { default: 1 } }),
  parseHTML: () => [{ tag: 'ol' }],
  renderHTML: ({ HTMLAttributes }) => ['ol', HTMLAttributes, 0],
});

const ListItem = Node.create({
  name: 'listItem',
  content: 'paragraph (paragraph | list)*',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: () => ['li', 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    };
  },
});

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
});

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableHeader | tableCell)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});

/** No cell spans several rows or columns, whatever was pasted. */
const cell = (name: string, tag: string) =>
  Node.create({
    name,
    content: 'paragraph',
    isolating: true,
    addAttributes: () => ({
      colspan: { default: 1, rendered: false, parseHTML: () => 1 },
      rowspan: { default: 1, rendered: false, parseHTML: () => 1 },
      colwidth: { default: null, rendered: false, parseHTML: () => null },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  });

const readJson = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
};

/** One of our elements: its name, and its attributes as texts. */
const elementAttributes = () => ({
  name: { default: '', rendered: false },
  attributes: { default: {}, rendered: false },
});

/** What is copied from one text to another. Whatever a foreign page pretends to have copied has no other effect. */
const ofElement = (type: string) => [
  {
    tag: `[data-element-type=${type}]`,
    getAttrs(element: HTMLElement) {
      const name = element.getAttribute('data-element') ?? '';
      const given = readJson(element.getAttribute('data-attributes'));
      if (!isElement(name) || typeof given !== 'object' || given === null) return false as const;
      const texts = Object.entries(given).filter(([, value]) => typeof value === 'string');
      return { name, attributes: Object.fromEntries(texts) as Record<string, string> };
    },
  },
];

type Attrs = { name: string; attributes: Record<string, string> };

const asData = (type: string, attrs: unknown) => {
  const { name, attributes } = attrs as Attrs;
  return {
    'data-element-type': type,
    'data-element': name,
    'data-attributes': JSON.stringify(attributes),
  };
};

/** A word or a figure that is always taken from somewhere else. */
export const Chip = Node.create({
  name: 'chip',
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  addAttributes: elementAttributes,
  parseHTML: () => ofElement('chip'),
  renderHTML: ({ node }) => ['span', asData('chip', node.attrs)],
});

export const Frame = Node.create({
  name: 'frame',
  group: 'block',
  content: 'block+',
  isolating: true,
  defining: true,
  addAttributes: elementAttributes,
  parseHTML: () => ofElement('frame'),
  renderHTML: ({ node }) => ['div', asData('frame', node.attrs), 0],
});

export const Chart = Node.create({
  name: 'chart',
  group: 'block',
  content: 'table',
  isolating: true,
  defining: true,
  addAttributes: elementAttributes,
  parseHTML: () => ofElement('chart'),
  renderHTML: ({ node }) => ['div', asData('chart', node.attrs), 0],
});

export const Single = Node.create({
  name: 'single',
  group: 'block',
  atom: true,
  addAttributes: elementAttributes,
  parseHTML: () => ofElement('single'),
  renderHTML: ({ node }) => ['div', asData('single', node.attrs)],
});

const OwnPage = Mark.create({
  name: 'ownPage',
  parseHTML: () => [{ tag: 'span[data-own-page]' }],
  renderHTML: () => ['span', { 'data-own-page': '' }, 0],
});

const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs(element) {
        const href = element.getAttribute('href') ?? '';
        return isAllowedLink(href) ? { href } : false;
      },
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
});

const Bold = Mark.create({
  name: 'bold',
  parseHTML: () => [
    { tag: 'strong' },
    // Google Docs puts everything into a <b> that is not bold.
    { tag: 'b', getAttrs: (element) => element.style.fontWeight !== 'normal' && null },
    { style: 'font-weight', getAttrs: (value) => /^(?:bold|bolder|[6-9]\d\d)$/.test(value) && null },
  ],
  renderHTML: () => ['strong', 0],
  addKeyboardShortcuts() {
    return { 'Mod-b': () => this.editor.commands.toggleMark(this.name) };
  },
});

const Italic = Mark.create({
  name: 'italic',
  parseHTML: () => [
    { tag: 'em' },
    { tag: 'i', getAttrs: (element) => element.style.fontStyle !== 'normal' && null },
    { style: 'font-style=italic' },
  ],
  renderHTML: () => ['em', 0],
  addKeyboardShortcuts() {
    return { 'Mod-i': () => this.editor.commands.toggleMark(this.name) };
  },
});

/** Words that a computer reads as they are. They can be kept and removed, but not made. */
const Code = Mark.create({
  name: 'code',
  parseHTML: () => [{ tag: 'code' }],
  renderHTML: () => ['code', 0],
});

/** A space at which a line of the stored text ends. */
const LineEnd = Mark.create({
  name: 'lineEnd',
  inclusive: false,
  parseHTML: () => [{ tag: 'span[data-line-end]' }],
  renderHTML: () => ['span', { 'data-line-end': '' }, 0],
});

/** All but our own elements. The order of the marks is the order in which they are drawn, from the outside. */
export const PROSE = [
  Doc,
  Text,
  Paragraph,
  Heading,
  BulletList,
  OrderedList,
  ListItem,
  Table,
  TableRow,
  cell('tableHeader', 'th'),
  cell('tableCell', 'td'),
  HardBreak,
  OwnPage,
  Link,
  Bold,
  Italic,
  Code,
  LineEnd,
];

/** One paragraph of words and figures, without anything else. */
export const ONE_PARAGRAPH = [Doc.extend({ content: 'paragraph' }), Text, Paragraph];
