/**
 * Turns the text of an article or a legal page, as `src/components/prose/read-prose.ts` reads it, into the document of
 * the editor. It refuses what the editor has no part for, so that nothing is lost when the text is saved.
 */
import type { JSONContent } from '@tiptap/core';
import type { Nodes, PhrasingContent, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { mdxJsxFromMarkdown, type MdxJsxFlowElement, type MdxJsxTextElement } from 'mdast-util-mdx-jsx';
import { gfmTable } from 'micromark-extension-gfm-table';
import { mdxExpression } from 'micromark-extension-mdx-expression';
import { mdxJsx } from 'micromark-extension-mdx-jsx';
import { elementOf, isAllowedLink, isElement, type ElementName } from '#src/components/prose/elements.ts';
import { JOINER } from './write-document.ts';

/** What the editor cannot show, in the words of its user. */
class Unreadable extends Error {}

const UNKNOWN: Readonly<Record<string, string>> = {
  blockquote: 'a quotation as a block of its own',
  code: 'a block of computer code',
  definition: 'a link whose address is at another place of the text',
  linkReference: 'a link whose address is at another place of the text',
  image: 'a picture that is not in our store',
  imageReference: 'a picture that is not in our store',
  thematicBreak: 'a line across the page',
};

const refuse = (what: string): never => {
  throw new Unreadable(`The editor cannot show this text, because it has ${what}.`);
};

type Mark = NonNullable<JSONContent['marks']>[number];

/** As MDX reads Markdown: no HTML, no links in angle brackets, no code by indentation. */
const NOT_IN_MDX = ['autolink', 'codeIndented', 'htmlFlow', 'htmlText'];

function parse(markdown: string) {
  return fromMarkdown(markdown, {
    extensions: [gfmTable(), mdxJsx(), mdxExpression(), { disable: { null: NOT_IN_MDX } }],
    mdastExtensions: [
      gfmTableFromMarkdown(),
      mdxJsxFromMarkdown(),
      {
        enter: {
          mdxFlowExpression: () => refuse('curly brackets'),
          mdxTextExpression: () => refuse('curly brackets'),
        },
      },
    ],
  });
}

function readElement({ name, attributes }: MdxJsxFlowElement | MdxJsxTextElement): {
  name: ElementName;
  attributes: Record<string, string>;
} {
  if (name === null || !isElement(name)) return refuse(`a part named “${name ?? ''}”`);
  const known = elementOf(name).attributes;
  const read = attributes.map((one) => {
    if (one.type !== 'mdxJsxAttribute' || typeof one.value !== 'string' || !(one.name in known))
      return refuse(`a setting of “${name}” that it does not know`);
    return [one.name, one.value];
  });
  return { name, attributes: Object.fromEntries(read) as Record<string, string> };
}

const textNode = (text: string, marks: Mark[]): JSONContent => ({ type: 'text', text, marks });

/** A line of the file ends within a paragraph. The editor shows a space, and the writer ends the line there again. */
const lineEnd = (marks: Mark[]): JSONContent => textNode(' ', [...marks, { type: 'lineEnd' }]);

/**
 * A quotation mark that the file keeps straight, with a backslash before it or as an entity. All others are typographic on the
 * published page. Two backslashes stand for one that is shown, so they keep nothing straight.
 */
const STRAIGHT_QUOTE = /(?<!\\)(?:\\\\)*(?:\\["']|&(?:quot|apos|#0*3[49]|#x0*2[27]);)/i;

function readInline(nodes: PhrasingContent[], marks: Mark[], source: string): JSONContent[] {
  return nodes.flatMap((node): JSONContent[] => {
    const within = (children: PhrasingContent[], mark: Mark) =>
      readInline(children, [...marks, mark], source);
    switch (node.type) {
      case 'text': {
        if (STRAIGHT_QUOTE.test(sourceOf(node, source))) refuse('straight quotation marks');
        const [first = '', ...others] = node.value.replaceAll(JOINER, '').split('\n');
        const lines = others.flatMap((line) => [lineEnd(marks), textNode(line, marks)]);
        return [textNode(first, marks), ...lines].filter(({ text }) => text !== '');
      }
      case 'strong':
        return within(node.children, { type: 'bold' });
      case 'emphasis':
        return within(node.children, { type: 'italic' });
      case 'inlineCode':
        return [textNode(node.value.replaceAll('\n', ' '), [...marks, { type: 'code' }])];
      case 'link':
        if (node.title) refuse('a link with a title');
        if (!isAllowedLink(node.url)) refuse(`a link to “${node.url}”`);
        return within(node.children, { type: 'link', attrs: { href: node.url } });
      case 'break':
        return [{ type: 'hardBreak', marks }];
      case 'mdxJsxTextElement': {
        const { name, attributes } = readElement(node);
        if (name === 'OwnPage') return within(node.children, { type: 'ownPage' });
        if (elementOf(name).is !== 'inline') refuse(`“${name}” within a paragraph`);
        return [{ type: 'chip', attrs: { name, attributes }, marks }];
      }
      default:
        return refuse(UNKNOWN[node.type] ?? 'something that it does not know');
    }
  });
}

const sourceOf = ({ position }: Nodes, source: string) =>
  source.slice(position?.start.offset, position?.end.offset);

function readTable({ align, children }: Table, source: string): JSONContent {
  if (align?.some((side) => side !== null)) refuse('a table whose columns are aligned');
  const width = Math.max(...children.map((row) => row.children.length));
  const rows = children.map((row, index) => ({
    type: 'tableRow',
    content: Array.from({ length: width }, (_, column) => ({
      type: index === 0 ? 'tableHeader' : 'tableCell',
      content: [paragraph(readInline(row.children[column]?.children ?? [], [], source))],
    })),
  }));
  return { type: 'table', content: rows };
}

const paragraph = (content: JSONContent[]): JSONContent => ({ type: 'paragraph', content });

function readFlowElement(node: MdxJsxFlowElement, source: string): JSONContent {
  const attrs = readElement(node);
  const { is } = elementOf(attrs.name);
  if (is === 'inline') return paragraph([{ type: 'chip', attrs }]);
  const content = readBlocks(node.children, source);
  if (is === 'chart' && (content.length !== 1 || content[0]?.type !== 'table'))
    refuse('a chart that does not consist of one table');
  if (is === 'single' && content.length > 0) refuse(`words within “${attrs.name}”`);
  if (is === 'single') return { type: 'single', attrs };
  return { type: is, attrs, content: content.length > 0 ? content : [paragraph([])] };
}

function readBlocks(nodes: RootContent[], source: string): JSONContent[] {
  return nodes.map((node): JSONContent => {
    switch (node.type) {
      case 'paragraph':
        return paragraph(readInline(node.children, [], source));
      case 'heading':
        if (node.depth !== 2 && node.depth !== 3) refuse(`a heading of level ${node.depth}`);
        return {
          type: 'heading',
          attrs: { level: node.depth },
          content: readInline(node.children, [], source),
        };
      case 'list': {
        const isLoose = node.spread === true || node.children.some(({ spread }) => spread);
        const attrs = { isLoose, ...(node.ordered && { start: node.start ?? 1 }) };
        const content = node.children.map((item) => {
          const [first, ...others] = readBlocks(item.children, source);
          const blocks = first?.type !== 'paragraph' ? [paragraph([]), first] : [first];
          const known = [...blocks, ...others].filter((block) => block !== undefined);
          if (!known.every(({ type }) => LIST_PARTS.has(type ?? ''))) refuse('a heading or table in a list');
          if (known.some(({ attrs }) => (attrs?.start ?? 1) !== 1))
            refuse('a list within a list that does not begin with 1');
          return { type: 'listItem', content: known };
        });
        return { type: node.ordered ? 'orderedList' : 'bulletList', attrs, content };
      }
      case 'table':
        return readTable(node, source);
      case 'mdxJsxFlowElement':
        return readFlowElement(node, source);
      default:
        return refuse(UNKNOWN[node.type] ?? 'something that it does not know');
    }
  });
}

const LIST_PARTS = new Set(['paragraph', 'bulletList', 'orderedList']);

export type ReadDocument = { ok: true; document: JSONContent } | { ok: false; reason: string };

export function readDocument(markdown: string): ReadDocument {
  try {
    const content = readBlocks(parse(markdown).children, markdown);
    return { ok: true, document: { type: 'doc', content: content.length > 0 ? content : [paragraph([])] } };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, reason: error.message };
    // The parser throws its own errors for our elements, such as a missing closing tag.
    return { ok: false, reason: 'The editor cannot show this text, because a part of it is not complete.' };
  }
}
