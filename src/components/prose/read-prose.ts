/**
 * Reads the text of an article or a legal page: Markdown with our elements, written as in MDX, for example
 * `<Claim id="home-report-cost" />`. Unlike MDX, nothing of it is ever run: it has no imports and no expressions, only
 * the elements and attributes of `elements.ts`, and links only to websites, mail addresses, telephones and our own pages.
 */
import Slugger from 'github-slugger';
import { mdxToHast, type HastNode } from 'satteri';
import * as z from 'zod';
import { elementOf, isAllowedLink, isElement, type ElementName } from './elements.ts';

const NOT_EMPTY = z.string().regex(/\S/, 'It must not be empty.');

function attributesOf(name: ElementName) {
  const kinds = Object.entries(elementOf(name).attributes).map(([attribute, kind]) => {
    if (kind === 'text') return [attribute, NOT_EMPTY];
    return [attribute, kind === 'optional' ? z.string().optional() : z.enum(kind)];
  });
  return z.strictObject(Object.fromEntries(kinds) as Record<string, z.ZodType>);
}

/** A text, or an element: of HTML, or one of ours, whose name begins with a capital letter. */
type ProseNode = string | ProseElement;
type ProseElement = { name: string; attributes: Record<string, unknown>; children: ProseNode[] };

export type Prose = { nodes: ProseNode[]; headings: { depth: number; slug: string; text: string }[] };

const textOf = (node: ProseNode): string =>
  typeof node === 'string' ? node : node.children.map(textOf).join('');

function readElement(node: HastNode): Omit<ProseElement, 'children'> {
  if (node.type === 'element') {
    const { href = '#', src } = node.properties;
    if (src !== undefined) throw new Error('a text has no pictures');
    if (!isAllowedLink(href)) throw new Error(`a link cannot go to "${href}"`);
    return { name: node.tagName, attributes: { ...node.properties } };
  }
  if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') {
    throw new Error('a text has no braces, imports or exports');
  }
  const name = node.name ?? '';
  if (!isElement(name)) throw new Error(`there is no element <${name}>`);
  const attributes = attributesOf(name).safeParse(
    Object.fromEntries(
      node.attributes.map((one) => (one.type === 'mdxJsxAttribute' ? [one.name, one.value] : ['{', ''])),
    ),
  );
  if (!attributes.success) throw new Error(`<${name}>: ${z.prettifyError(attributes.error)}`);
  return { name, attributes: attributes.data };
}

function readNodes(nodes: HastNode[], headings: Prose['headings'], slugger: Slugger): ProseNode[] {
  return nodes.flatMap((node): ProseNode | [] => {
    if (node.type === 'text') return node.value;
    if (node.type === 'comment') return [];
    const element = {
      ...readElement(node),
      children: 'children' in node ? readNodes(node.children, headings, slugger) : [],
    };
    const [, depth] = /^h([1-6])$/.exec(element.name) ?? [];
    if (depth !== undefined) {
      const heading = { depth: Number(depth), text: textOf(element), slug: slugger.slug(textOf(element)) };
      headings.push(heading);
      element.attributes.id = heading.slug;
    }
    return element;
  });
}

/** @throws {Error} if the text has something else than Markdown and our elements */
export function readProse(markdown: string, file: string): Prose {
  try {
    const root = mdxToHast(markdown, { features: { frontmatter: false, smartPunctuation: true } });
    const headings: Prose['headings'] = [];
    const nodes = readNodes('children' in root ? root.children : [], headings, new Slugger());
    return { nodes, headings };
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
