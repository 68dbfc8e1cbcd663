import { transform, type TokenOrValue, type Variable } from 'lightningcss';
import { CLASS_SELECTOR, unescapeName } from './class-selector.ts';
import type { Names } from './names.ts';

const COMMENT = /\/\*[^]*?\*\//g;
/** Where Tailwind says again what its own properties begin with, for browsers without `@property`. */
const INITIAL_VALUES = /@layer properties\{@supports[^{]*\{[^{}]*\{[^{}]*\}\}\}/g;
/** The properties that a page has in both colour schemes, for all its elements. */
const THEME = /@layer theme\{:root(?:,:host)?\{([^{}]*)\}/;
const SET = /(?<=[{;])(--[\w-]+):([^;{}]*)/g;
const REGISTERED = /@property (--[\w-]+)\{([^}]*)\}/g;
const KEYFRAMES = /@keyframes ([\w-]+)/g;

/**
 * A style sheet without what a page cannot use: rules for classes that it does not have, and then the custom
 * properties and animations that nothing names. A property that has one value only becomes that value.
 *
 * @param used what the page and its scripts name
 */
export function pruneStyles(css: string, used: Names): string {
  const ids = new Set(namesIn(css, /#([\w-]+)/g));
  const styled = namesIn(css, CLASS_SELECTOR).map(unescapeName);
  // Lightning CSS does not tell a class from an id.
  let pruned = minify(
    css.replace(COMMENT, ''),
    styled.filter((name) => !used.classes.has(name) && !ids.has(name)),
  );
  for (;;) {
    const before = pruned;
    const folded = foldConstants(before, used.properties);
    pruned = minify(folded, unusedNames(folded, used.properties));
    if (pruned === before) return pruned;
  }
}

function minify(css: string, unusedSymbols: string[], valueOf?: (variable: Variable) => Value): string {
  const { code } = transform({
    filename: 'page.css',
    code: Buffer.from(css),
    minify: true,
    unusedSymbols,
    ...(valueOf && { visitor: { Variable: valueOf } }),
  });
  return code.toString();
}

/** What stands in a variable's place: nothing when it stays. */
type Value = { raw: string } | TokenOrValue[] | undefined;

const namesIn = (css: string, pattern: RegExp) => Array.from(css.matchAll(pattern), ([, name = '']) => name);

/** A page that has no dashed border needs no variable for the style of borders. */
function foldConstants(css: string, named: Names['properties']): string {
  const rules = css.replace(INITIAL_VALUES, '');
  const set = namesIn(rules, SET);
  const constants = new Map<string, string | undefined>();
  for (const [, name = '', descriptors = ''] of css.matchAll(REGISTERED)) {
    if (!set.includes(name)) constants.set(name, /initial-value:([^;]*)/.exec(descriptors)?.[1]);
  }
  for (const [, name = '', value = ''] of (THEME.exec(css)?.[0] ?? '').matchAll(SET)) {
    if (set.filter((other) => other === name).length === 1) constants.set(name, value);
  }
  return minify(css, [], ({ name: { ident: name }, fallback }) => {
    if (named.has(name) || (set.includes(name) && !constants.has(name))) return undefined;
    const value = constants.get(name);
    return value === undefined ? withoutNulls(fallback) : { raw: value };
  });
}

/** Lightning CSS does not take back the nulls that it gives. */
const withoutNulls = (fallback: Variable['fallback']): Value =>
  fallback
    ? (JSON.parse(JSON.stringify(fallback, (_, value: unknown) => value ?? undefined)) as TokenOrValue[])
    : undefined;

/** Custom properties that nothing reads, and animations that nothing runs. */
function unusedNames(css: string, named: Names['properties']): string[] {
  const read = new Set(namesIn(css, /var\((--[\w-]+)/g));
  const properties = [...namesIn(css, SET), ...namesIn(css, REGISTERED)];
  return [
    ...properties.filter((name) => !read.has(name) && !named.has(name)),
    ...namesIn(css, KEYFRAMES).filter((name) => css.split(name).length < 3),
  ];
}
