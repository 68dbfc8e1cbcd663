import { CLASS_SELECTOR, unescapeName } from './class-selector.ts';

/** What a page may use: its classes, and all its text, in which custom properties may be named. */
export type Usage = { classes: ReadonlySet<string>; text: string };

/** A block of a style sheet has a body; a declaration, or a statement such as `@layer a, b`, has none. */
type Node = { head: string; body?: Node[] };

/** Names and functions inside which a class is a condition of its own kind, not one that must be met. */
const SELECTOR_FUNCTION = /:(?:not|is|where|has)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;
const COMMENT = /\/\*[^]*?\*\//g;

/**
 * A style sheet without what a page cannot use: rules for classes that it does not have, and then the custom
 * properties and animations that nothing names. What cannot be told stays.
 *
 * @param css as minified by the build
 */
export function pruneStyles(css: string, usage: Usage): string {
  let nodes = pruneClasses(parse(css.replace(COMMENT, '')), usage.classes);
  for (;;) {
    const before = print(nodes);
    nodes = foldConstants(nodes, usage.text);
    nodes = pruneNames(nodes, `${print(nodes)} ${usage.text}`);
    if (print(nodes) === before) return before;
  }
}

/** The pieces of a text between the separators that stand outside strings, brackets and escapes, with each separator. */
function* pieces(css: string, separators: string): Generator<[piece: string, separator: string]> {
  let start = 0;
  let depth = 0;
  let quote = '';
  for (let at = 0; at < css.length; at += 1) {
    const character = css.charAt(at);
    if (character === '\\') at += 1;
    else if (quote) quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if ('(['.includes(character)) depth += 1;
    else if (')]'.includes(character)) depth -= 1;
    else if (depth === 0 && separators.includes(character)) {
      yield [css.slice(start, at), character];
      start = at + 1;
    }
  }
  yield [css.slice(start), ''];
}

function parse(css: string): Node[] {
  const top: Node[] = [];
  const open = [top];
  for (const [piece, separator] of pieces(css, ';{}')) {
    const head = piece.trim();
    const siblings = open.at(-1) ?? top;
    if (separator === '{') {
      const body: Node[] = [];
      siblings.push({ head, body });
      open.push(body);
    } else {
      if (head) siblings.push({ head });
      if (separator === '}') open.pop();
    }
  }
  return top;
}

function print(nodes: readonly Node[]): string {
  return nodes
    .map(({ head, body }, index) => {
      if (body) return `${head}{${print(body)}}`;
      return index === nodes.length - 1 && !head.startsWith('@') ? head : `${head};`;
    })
    .join('');
}

const isStyleRule = ({ head, body }: Node) => body !== undefined && !head.startsWith('@');

/** Keyframes and font faces have blocks inside that are no selectors. */
const isOpaque = ({ head }: Node) => /^@(?:keyframes|font-face|property|view-transition)/.test(head);

function pruneClasses(nodes: readonly Node[], classes: ReadonlySet<string>): Node[] {
  return nodes.flatMap((node) => {
    if (node.body === undefined || isOpaque(node)) return [node];
    const selectors = [...pieces(node.head, ',')].map(([selector]) => selector);
    const head = isStyleRule(node)
      ? selectors.filter((selector) => canMatch(selector, classes)).join(',')
      : node.head;
    const body = pruneClasses(node.body, classes);
    return head && body.length > 0 ? [{ head, body }] : [];
  });
}

function canMatch(selector: string, classes: ReadonlySet<string>): boolean {
  const needed = selector.replace(SELECTOR_FUNCTION, '').matchAll(CLASS_SELECTOR);
  return [...needed].every(([, name = '']) => classes.has(unescapeName(name)));
}

function pruneNames(nodes: readonly Node[], text: string): Node[] {
  return nodes.flatMap((node) => {
    const property = /^(?:@property )?(--[\w-]+)/.exec(node.head)?.[1];
    if (property !== undefined && !text.includes(`var(${property}`)) return [];
    const animation = /^@keyframes ([\w-]+)/.exec(node.head)?.[1];
    if (animation !== undefined && text.split(animation).length < 3) return [];
    if (node.body === undefined || isOpaque(node)) return [node];
    const body = pruneNames(node.body, text);
    return body.length > 0 ? [{ ...node, body }] : [];
  });
}

/** Where Tailwind says again what its own properties begin with, for browsers without `@property`. */
const INITIAL_VALUES = '@layer properties';

/**
 * Puts the value of a registered property in its places when no rule that is left sets another: a page that has no
 * dashed border needs no variable for the style of borders.
 */
function foldConstants(nodes: readonly Node[], text: string): Node[] {
  const initialValues = new Map<string, string | undefined>();
  for (const { head, body } of nodes) {
    const name = /^@property (--[\w-]+)/.exec(head)?.[1];
    if (name === undefined || text.includes(name)) continue;
    const value = body?.find((descriptor) => descriptor.head.startsWith('initial-value:'))?.head;
    initialValues.set(name, value?.slice('initial-value:'.length));
  }
  for (const name of namesSet(nodes)) initialValues.delete(name);
  const fold = (folded: readonly Node[]): Node[] =>
    folded.map((node) => ({
      head: node.body === undefined ? foldValue(node.head, initialValues) : node.head,
      ...(node.body && { body: fold(node.body) }),
    }));
  return fold(nodes);
}

function* namesSet(nodes: readonly Node[]): Generator<string> {
  for (const { head, body } of nodes) {
    const name = /^(--[\w-]+):/.exec(head)?.[1];
    if (name !== undefined) yield name;
    if (body && head !== INITIAL_VALUES) yield* namesSet(body);
  }
}

function foldValue(declaration: string, values: ReadonlyMap<string, string | undefined>): string {
  const start = declaration.indexOf('var(');
  if (start === -1) return declaration;
  const end = closingOf(declaration, start + 'var'.length);
  const before = declaration.slice(0, start);
  const inside = declaration.slice(start + 'var('.length, end);
  const after = foldValue(declaration.slice(end + 1), values);
  const comma = inside.indexOf(',');
  const name = comma === -1 ? inside : inside.slice(0, comma);
  const fallback = comma === -1 ? undefined : foldValue(inside.slice(comma + 1), values);
  const constant = values.has(name) ? (values.get(name) ?? fallback) : undefined;
  const kept = fallback === undefined ? `var(${name})` : `var(${name},${fallback})`;
  return `${before}${constant ?? kept}${after}`;
}

/** The place of the bracket that closes the one that stands here. */
function closingOf(text: string, opening: number): number {
  let depth = 0;
  for (let at = opening; at < text.length; at += 1) {
    if (text.charAt(at) === '(') depth += 1;
    if (text.charAt(at) === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}
