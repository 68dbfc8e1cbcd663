/**
 * Replaces each class attribute by one short class, and rewrites the style sheet for these classes. Pages with many
 * utility classes become smaller.
 */
import { load } from 'cheerio';
import postcss from 'postcss';
import parser from 'postcss-selector-parser';

const CLASS_ATTRIBUTE = / class="([^"]*)"/g;
const CLASS_AND_SLASH = new RegExp(`${CLASS_ATTRIBUTE.source}(/?)`, 'g');
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Maps a class attribute, as it is written in the HTML, to its short class. */
export type ShortClasses = ReadonlyMap<string, string>;

export const classAttributesIn = (html: string): string[] =>
  Array.from(html.matchAll(CLASS_ATTRIBUTE), ([, value = '']) => value).filter((value) => value.trim());

/** The classes that a style sheet has rules for. */
export function classesIn(css: string): string[] {
  const names = new Set<string>();
  const collect = parser((selectors) => {
    selectors.walkClasses(({ value }) => {
      names.add(value);
    });
  });
  postcss.parse(css).walkRules(({ selector }) => {
    collect.processSync(selector);
  });
  return [...names];
}

/**
 * Gives each class attribute a short class, the shortest to the most frequent.
 *
 * @param counts how often each attribute occurs
 * @param kept names that no short class may have, because scripts set them
 */
export function assignShortClasses(
  counts: ReadonlyMap<string, number>,
  kept: ReadonlySet<string>,
): Map<string, string> {
  const byCount = [...counts].sort(([, a], [, b]) => b - a);
  let index = 0;
  const nextName = () => {
    while (kept.has(shortName(index))) index += 1;
    return shortName(index++);
  };
  return new Map(byCount.map(([attribute]) => [attribute, nextName()]));
}

/** Replaces the class attributes of a page. Empty ones are removed. */
export function shortenAttributes(html: string, shortClasses: ShortClasses): string {
  return html.replace(CLASS_AND_SLASH, (_, attribute: string, slash: string) => {
    const name = shortClasses.get(attribute);
    if (name === undefined) return slash;
    // Without quotes, the slash of `<br/>` would become part of the name.
    return slash ? ` class="${name}"/` : ` class=${name}`;
  });
}

/**
 * Rewrites a style sheet for pages with short classes. A rule for a class becomes one rule for each short class
 * whose original attribute contained that class. Rules for classes that no page has are removed.
 *
 * @param kept classes whose own names also stay in the selectors, because a script may set them
 */
export function shortenStyles(
  css: string,
  shortClasses: ShortClasses,
  kept: ReadonlySet<string> = new Set(),
): string {
  const names = new Map<string, string[]>();
  for (const [attribute, name] of shortClasses) {
    for (const part of partsOf(attribute)) names.set(part, [...(names.get(part) ?? []), name]);
  }
  const namesOf = (part: string) => [...(names.get(part) ?? []), ...(kept.has(part) ? [part] : [])];
  const root = postcss.parse(css);
  root.walkRules((rule) => {
    const selectors = rule.selectors.flatMap((selector) => shortenSelector(selector, namesOf));
    if (selectors.length === 0) rule.remove();
    else rule.selectors = selectors;
  });
  return root.toString();
}

/**
 * Rewrites a selector into one selector for each combination of short classes. One selector with `:is(…)` would be
 * shorter, but browsers test it against many more elements than a plain class. So a class becomes `:is(…)` only inside
 * `:not(…)` or another function.
 */
function shortenSelector(selector: string, namesOf: (part: string) => string[]): string[] {
  const root = parser().astSync(selector);
  const outer = root.first.nodes
    .filter((node) => node.type === 'class')
    .map((node) => ({ node, names: namesOf(node.value) }));
  root.walkClasses((node) => {
    if (node.parent === root.first) return;
    const names = namesOf(node.value);
    if (names.length > 0) node.replaceWith(anyOf(names));
  });
  const combine = ([first, ...rest]: typeof outer): string[] =>
    first === undefined
      ? [root.toString()]
      : first.names.flatMap((name) => {
          first.node.value = name;
          return combine(rest);
        });
  return combine(outer);
}

function anyOf(names: readonly string[]): parser.Node {
  const classes = names.map((value) => parser.className({ value }));
  const [only] = classes;
  if (only !== undefined && classes.length === 1) return only;
  return parser.pseudo({
    value: ':is',
    nodes: classes.map((node) => parser.selector({ value: '', nodes: [node] })),
  });
}

/** `a` to `Z`, then `aa` and so on. */
function shortName(index: number): string {
  const letter = LETTERS.charAt(index % LETTERS.length);
  return index < LETTERS.length ? letter : shortName(Math.floor(index / LETTERS.length) - 1) + letter;
}

/** The classes of a class attribute as it is written in the HTML, which escapes `&`. */
function partsOf(attribute: string): string[] {
  const value = attribute.includes('&') ? load(`<p class="${attribute}">`)('p').attr('class') : attribute;
  return (value ?? '').split(/\s+/).filter(Boolean);
}
