/**
 * Turns the document of the editor into the text of an article or a legal page. What somebody has typed is always
 * escaped, so it can never become an element, a command or a link.
 */
import type { JSONContent } from '@tiptap/core';
import type { ListItem, PhrasingContent, RootContent } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx-jsx';
import { toMarkdown, type Handle, type Options, type Unsafe } from 'mdast-util-to-markdown';
import { elementOf, isAllowedLink, isElement, type ElementName } from '#src/components/prose/elements.ts';

/**
 * MDX takes elements for blocks, outside of any paragraph, if there is nothing else in a line or in a paragraph. This
 * invisible character (a word joiner) at the end prevents that.
 */
export const JOINER = '\u2060';

type Mark = NonNullable<JSONContent['marks']>[number];
/** A part of a paragraph: a text, or another node. */
type Part = { text: string; node?: JSONContent; marks: Mark[] };

/** If two marks begin and end together, the earlier of these is the outer one. */
const MARKS = ['ownPage', 'link', 'bold', 'italic', 'code'];

const isSame = (one: Mark, other: Mark) => one.type === other.type && one.attrs?.href === other.attrs?.href;
const has = (part: Part | undefined, mark: Mark) => part?.marks.some((one) => isSame(one, mark)) ?? false;
const areSame = (one: Part, other: Part) =>
  one.marks.length === other.marks.length && one.marks.every((mark) => has(other, mark));

/** Without control characters, halves of characters and the joiner, and with one space for several. */
const printable = (text: string) =>
  text
    .toWellFormed()
    .replace(/(?!\s)[\p{Cc}\u2060]/gu, '')
    .replace(/[ \t\r\n\f\v\u0085]+/g, ' ');

/**
 * The words of a paragraph, the space between them, and what is not text.
 *
 * @param isLine whether the text has to stay in one line, as in a table
 */
function partsOf(content: readonly JSONContent[], isLine: boolean): Part[] {
  return content.flatMap((node): Part[] => {
    const all = (node.marks ?? []).filter(
      ({ type, attrs }) => type !== 'link' || isAllowedLink(String(attrs?.href)),
    );
    const marks = MARKS.flatMap((type) => all.filter((mark) => mark.type === type));
    if (node.type === 'hardBreak') return [isLine ? { text: ' ', marks } : { text: '', node, marks }];
    if (node.type !== 'text') return [{ text: '', node, marks }];
    const isIn = (wanted: string) => all.some(({ type }) => type === wanted);
    const isLineEnd = !isLine && isIn('lineEnd') && !isIn('code');
    const pieces = printable(node.text ?? '').split(/( )/);
    const texts = pieces.map((piece) => (piece === ' ' && isLineEnd ? '\n' : piece));
    return texts.filter(Boolean).map((text) => ({ text, marks }));
  });
}

const isSpace = (part: Part | undefined) => part?.text === ' ' || part?.text === '\n';
const isHardBreak = (part: Part | undefined) => part?.node?.type === 'hardBreak';
const isBreak = (part: Part | undefined) => part === undefined || isHardBreak(part);

/** Leaves no empty line, no space at the ends of a line nor twice, and none at an end of what is bold or a link. */
function tidy(parts: readonly Part[]): Part[] {
  const tidied: Part[] = [];
  for (const [index, part] of parts.entries()) {
    const last = tidied.at(-1);
    if (isSpace(part)) {
      const next = parts[index + 1];
      // The last space before a word stands for all of them.
      if (isBreak(last) || isBreak(next) || isSpace(next)) continue;
      const marks = part.marks.filter(
        (mark) => mark.type === 'ownPage' || (has(last, mark) && has(next, mark)),
      );
      tidied.push({ ...part, marks });
    } else if (!isHardBreak(part) || !isBreak(last)) {
      tidied.push(part);
    }
  }
  while (isHardBreak(tidied.at(-1))) tidied.pop();
  return tidied;
}

/** Makes one text of those that stand side by side with the same marks. */
function join(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last && !last.node && !part.node && areSame(last, part)) last.text += part.text;
    else joined.push({ ...part });
  }
  return joined;
}

const attributesOf = (name: ElementName, given: unknown) =>
  Object.keys(elementOf(name).attributes).flatMap((attribute) => {
    const value = (given as Record<string, unknown>)[attribute];
    return typeof value === 'string'
      ? [{ type: 'mdxJsxAttribute' as const, name: attribute, value: printable(value).trim() }]
      : [];
  });

/** @throws {Error} if the document has an element that we do not have, which the editor's schema rules out */
function nameOf({ attrs }: JSONContent): ElementName {
  const name: unknown = attrs?.name;
  if (typeof name === 'string' && isElement(name)) return name;
  throw new Error(`There is no element ${String(name)}.`);
}

function leafOf({ text, node, marks }: Part): PhrasingContent {
  if (node?.type === 'hardBreak') return { type: 'break' };
  if (node) {
    const name = nameOf(node);
    const attributes = attributesOf(name, node.attrs?.attributes);
    return { type: 'mdxJsxTextElement', name, attributes, children: [] };
  }
  return marks.some(({ type }) => type === 'code')
    ? { type: 'inlineCode', value: text }
    : { type: 'text', value: text };
}

function wrap({ type, attrs }: Mark, children: PhrasingContent[]): PhrasingContent {
  if (type === 'ownPage') return { type: 'mdxJsxTextElement', name: 'OwnPage', attributes: [], children };
  if (type !== 'link') return { type: type === 'bold' ? 'strong' : 'emphasis', children };
  return { type: 'link', url: String(attrs?.href), children };
}

/** Makes a tree of parts with marks: of a part's marks, the one that reaches furthest is the outer one. */
function nest(parts: readonly Part[]): PhrasingContent[] {
  const nested: PhrasingContent[] = [];
  for (let start = 0, end; start < parts.length; start = end) {
    const [first] = parts.slice(start, start + 1);
    if (first === undefined) break;
    const reach = (mark: Mark) => {
      const next = parts.findIndex((part, index) => index > start && !has(part, mark));
      return next === -1 ? parts.length : next;
    };
    const marks = first.marks.filter(({ type }) => type !== 'code');
    const [outer] = marks.toSorted((one, other) => reach(other) - reach(one));
    if (outer === undefined) {
      nested.push(leafOf(first));
      end = start + 1;
      continue;
    }
    end = reach(outer);
    const inner = parts.slice(start, end).map((part) => ({
      ...part,
      marks: part.marks.filter((mark) => !isSame(mark, outer)),
    }));
    nested.push(wrap(outer, nest(inner)));
  }
  return nested;
}

const readLine = (content: readonly JSONContent[] = []) => nest(join(tidy(partsOf(content, true))));
const readLines = ({ content = [] }: JSONContent) => tidy(partsOf(content, false));

/** Adds the joiner to each line in which there are no words. */
function joinLines(parts: readonly Part[]): Part[] {
  const ends = parts.flatMap((part, index) => (isHardBreak(part) || part.text === '\n' ? [index] : []));
  return [...ends, parts.length].flatMap((end, index) => {
    const start = index === 0 ? 0 : (ends[index - 1] ?? 0);
    const line = parts.slice(start, end);
    const hasWords = line.some(({ text }) => text.trim() !== '');
    return hasWords ? line : [...line, { text: JOINER, marks: [] }];
  });
}

function paragraphOf(given: readonly Part[]): RootContent[] {
  if (given.length === 0) return [];
  const children = nest(join(joinLines(given)));
  const hasWords = children.some((child) =>
    child.type === 'text' ? child.value.trim() !== '' : child.type !== 'mdxJsxTextElement',
  );
  return [
    { type: 'paragraph', children: hasWords ? children : [...children, { type: 'text', value: JOINER }] },
  ];
}

/** A paragraph of which everything may be missing on a page may be missing as a block, so that no empty one remains. */
function wholeParagraphOf(parts: readonly Part[]): RootContent[] {
  const ownPage = { type: 'ownPage' };
  if (parts.length === 0 || !parts.every((part) => has(part, ownPage))) return paragraphOf(parts);
  const inside = parts.map((part) => ({ ...part, marks: part.marks.filter((one) => !isSame(one, ownPage)) }));
  return [flowElement('OwnPage', [], paragraphOf(inside))];
}

const flowElement = (
  name: ElementName,
  attributes: MdxJsxFlowElement['attributes'],
  children: RootContent[],
): RootContent => ({
  type: 'mdxJsxFlowElement',
  name,
  attributes,
  children: children as MdxJsxFlowElement['children'],
});

/** A list within a list always begins with 1, because it could else be taken for words. */
function listOf({ type, attrs, content = [] }: JSONContent, isInner: boolean): RootContent[] {
  const items = content.map((item) =>
    (item.content ?? []).flatMap((block) =>
      block.type === 'paragraph' ? paragraphOf(readLines(block)) : listOf(block, true),
    ),
  );
  const kept = items.filter((blocks) => blocks.length > 0);
  const spread =
    attrs?.isLoose === true ||
    kept.some((blocks) => blocks.slice(1).some((block) => block.type === 'paragraph'));
  const children = kept.map((blocks): ListItem => ({
    type: 'listItem',
    spread,
    children: blocks as ListItem['children'],
  }));
  const ordered = type === 'orderedList';
  const start = typeof attrs?.start === 'number' && !isInner ? attrs.start : 1;
  return kept.length === 0
    ? []
    : [{ type: 'list', ordered, start: ordered ? start : null, spread, children }];
}

function blockOf(node: JSONContent): RootContent[] {
  const { type, attrs, content = [] } = node;
  switch (type) {
    case 'paragraph':
      return wholeParagraphOf(readLines(node));
    case 'heading': {
      const children = readLine(content);
      return children.length === 0 ? [] : [{ type: 'heading', depth: attrs?.level === 3 ? 3 : 2, children }];
    }
    case 'bulletList':
    case 'orderedList':
      return listOf(node, false);
    case 'table':
      return [
        {
          type: 'table',
          children: content.map((row) => ({
            type: 'tableRow',
            children: (row.content ?? []).map((cell) => ({
              type: 'tableCell',
              children: readLine(cell.content?.flatMap((block) => block.content ?? [])),
            })),
          })),
        },
      ];
    default: {
      const name = nameOf(node);
      const children = content.flatMap(blockOf);
      if (type === 'frame' && children.length === 0) return [];
      return [flowElement(name, attributesOf(name, attrs?.attributes), children)];
    }
  }
}

/** In quotation marks, everything but these three stands for itself. The last one would end a cell of a table. */
const quoted = (value: string) =>
  `"${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('|', '&#x7C;')}"`;

function tagOf({ name, attributes }: MdxJsxFlowElement | MdxJsxTextElement): string {
  const written = attributes.map((one) =>
    'name' in one && typeof one.value === 'string' ? ` ${one.name}=${quoted(one.value)}` : '',
  );
  return `<${name ?? ''}${written.join('')}`;
}

const flowToMarkdown: Handle = (node: MdxJsxFlowElement, _parent, state, info) =>
  node.children.length === 0
    ? `${tagOf(node)} />`
    : `${tagOf(node)}>\n\n${state.containerFlow(node, info)}\n\n</${node.name ?? ''}>`;

const textToMarkdown: Handle = (node: MdxJsxTextElement, _parent, state, info) =>
  node.children.length === 0
    ? `${tagOf(node)} />`
    : `${tagOf(node)}>${state.containerPhrasing(node, { ...info, before: '>', after: '<' })}</${node.name ?? ''}>`;

/** In a link's address, everything stands for itself. */
const inWords = (pattern: Omit<Unsafe, 'inConstruct'>): Unsafe => ({
  ...pattern,
  inConstruct: 'phrasing',
  notInConstruct: ['destinationLiteral', 'destinationRaw'],
});

const ELEMENTS_TO_MARKDOWN: Options = {
  handlers: {
    mdxJsxFlowElement: flowToMarkdown,
    mdxJsxTextElement: Object.assign(textToMarkdown, { peek: () => '<' }),
  },
  unsafe: [
    // The first character of an element, of an expression, and of what is crossed out.
    ...['<', '{', '~', JOINER].map((character) => inWords({ character })),
    // What looks like an address becomes a link on the page. The backslash keeps the characters after it out of the link.
    inWords({ character: ':', before: '[ps]', after: '\\/' }),
    inWords({ character: '.', before: '[Ww]', after: '[\\-.\\w]' }),
    inWords({ character: '@', before: '[+\\-.\\w]', after: '[\\-.\\w]' }),
    // MDX takes a line that begins with one of these words for a command.
    { atBreak: true, character: 'i', after: 'mport\\b' },
    { atBreak: true, character: 'e', after: 'xport\\b' },
  ],
};

/** The text of the document, which `src/components/prose/read-prose.ts` accepts. Empty paragraphs are left out. */
export function writeDocument({ content = [] }: JSONContent): string {
  return toMarkdown(
    { type: 'root', children: content.flatMap(blockOf) },
    {
      bullet: '-',
      bulletOther: '*',
      emphasis: '_',
      listItemIndent: 'one',
      resourceLink: true,
      rule: '-',
      extensions: [gfmTableToMarkdown(), ELEMENTS_TO_MARKDOWN],
    },
  );
}
