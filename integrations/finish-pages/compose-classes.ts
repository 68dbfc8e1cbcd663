import { load } from 'cheerio';
import postcss from 'postcss';

const CLASS_ATTRIBUTE = / class="([^"]*)"/g;
const CLASS_AND_SLASH = new RegExp(`${CLASS_ATTRIBUTE.source}(/?)`, 'g');
/** A class in a selector, with its name as CSS escapes it. */
const CLASS_SELECTOR = /\.((?:\\[\da-f]{1,6} ?|\\.|[\w-]|[^\0-\x7f])+)/gi;
const ONE_CLASS = new RegExp(`^${CLASS_SELECTOR.source}$`, 'i');
const ESCAPE = /\\(?:([\da-f]{1,6}) ?|(.))/gi;
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The short class for each class attribute, by the attribute as it is written in the pages. */
export type Compositions = ReadonlyMap<string, string>;

/** The class attributes of a page, as they are written. */
export const classAttributesIn = (html: string): string[] =>
  Array.from(html.matchAll(CLASS_ATTRIBUTE), ([, value = '']) => value).filter((value) => value.trim());

/** The classes that a style sheet has rules for. */
export const classesIn = (css: string): string[] =>
  Array.from(css.matchAll(CLASS_SELECTOR), ([, name = '']) => unescapeName(name));

/**
 * Gives each class attribute a short class, the shortest to the most frequent.
 *
 * @param counts how often each attribute occurs
 * @param kept names that a short class must not take
 */
export function composeNames(
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
export function composeAttributes(html: string, compositions: Compositions): string {
  return html.replace(CLASS_AND_SLASH, (_, attribute: string, slash: string) => {
    const name = compositions.get(attribute);
    if (name === undefined) return slash;
    // Without quotes, the slash of `<br/>` would become part of the name.
    return slash ? ` class="${name}"/` : ` class=${name}`;
  });
}

/**
 * Rewrites a style sheet for such pages: a rule for a class becomes a rule for each short class that includes it.
 * Rules for classes that no page has are removed.
 *
 * @param kept classes that also keep their own names, because a script may set them
 */
export function composeStyles(
  css: string,
  compositions: Compositions,
  kept: ReadonlySet<string> = new Set(),
): string {
  const names = new Map<string, string[]>();
  for (const [attribute, name] of compositions) {
    for (const part of partsOf(attribute)) names.set(part, [...(names.get(part) ?? []), `.${name}`]);
  }
  const compose = (selector: string, part: string) => {
    const name = unescapeName(part);
    return [...(names.get(name) ?? []), ...(kept.has(name) ? [selector] : [])];
  };
  const root = postcss.parse(css);
  root.walkRules((rule) => {
    const selectors = rule.selectors.flatMap((selector) => {
      const [, only] = ONE_CLASS.exec(selector) ?? [];
      if (only !== undefined) return compose(selector, only);
      return selector.replace(CLASS_SELECTOR, (one, part: string) => {
        const [first = one, ...others] = compose(one, part);
        return others.length === 0 ? first : `:is(${[first, ...others].join(',')})`;
      });
    });
    if (selectors.length === 0) rule.remove();
    else rule.selectors = selectors;
  });
  return root.toString();
}

/** `a` to `Z`, then `aa` and so on. */
function shortName(index: number): string {
  const letter = LETTERS.charAt(index % LETTERS.length);
  return index < LETTERS.length ? letter : shortName(Math.floor(index / LETTERS.length) - 1) + letter;
}

/** The name as HTML writes it: `sm\:block` becomes `sm:block`, `\32 xl` becomes `2xl`. */
function unescapeName(name: string): string {
  return name.replace(ESCAPE, (_, code: string | undefined, character: string | undefined) =>
    code === undefined ? (character ?? '') : String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

/** The classes of a class attribute. */
function partsOf(attribute: string): string[] {
  const value = attribute.includes('&') ? load(`<p class="${attribute}">`)('p').attr('class') : attribute;
  return (value ?? '').split(/\s+/).filter(Boolean);
}
