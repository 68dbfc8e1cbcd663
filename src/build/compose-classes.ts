import { load } from 'cheerio';
import postcss from 'postcss';
import { CLASS_SELECTOR, unescapeName } from './class-selector.ts';

const CLASS_ATTRIBUTE = / class="([^"]*)"/g;
const CLASS_AND_SLASH = new RegExp(`${CLASS_ATTRIBUTE.source}(/?)`, 'g');
const ONE_CLASS = new RegExp(`^${CLASS_SELECTOR.source}$`, 'i');

/** A short class by the class attribute that it stands for, as that is written in the pages. */
export type Compositions = ReadonlyMap<string, string>;

/** The class attributes of a page, as they are written. */
export const classAttributesIn = (html: string): string[] =>
  Array.from(html.matchAll(CLASS_ATTRIBUTE), ([, value = '']) => value).filter((value) => value.trim());

export const withoutClasses = (html: string): string => html.replace(CLASS_ATTRIBUTE, '');

/** The classes of such an attribute. */
export function classesIn(attribute: string): string[] {
  const value = attribute.includes('&') ? load(`<p class="${attribute}">`)('p').attr('class') : attribute;
  return (value ?? '').split(/\s+/).filter(Boolean);
}

/** A page whose elements have one class each, which needs no quotes. One without classes has no attribute either. */
export function composeAttributes(html: string, compositions: Compositions): string {
  return html.replace(CLASS_AND_SLASH, (_, attribute: string, slash: string) => {
    const name = compositions.get(attribute);
    if (name === undefined) return slash;
    // Without quotes the slash would be a part of the name.
    return slash ? ` class="${name}"/` : ` class=${name}`;
  });
}

/**
 * Styles for such pages: a rule for a class is one for every composition that has it.
 *
 * @param kept classes that keep their names besides, since a script may set them
 */
export function composeStyles(
  css: string,
  compositions: Compositions,
  kept: ReadonlySet<string> = new Set(),
): string {
  const names = new Map<string, string[]>();
  for (const [attribute, name] of compositions) {
    for (const part of classesIn(attribute)) names.set(part, [...(names.get(part) ?? []), `.${name}`]);
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
