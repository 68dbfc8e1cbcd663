import { load } from 'cheerio';
import { CLASS_SELECTOR, unescapeName } from './class-selector.ts';
import { propertiesIn, type Names } from './names.ts';

const STYLE = /<style>([^]*?)<\/style>/g;
const CLASS_ATTRIBUTE = / class="([^"]*)"/g;
const CUSTOM_PROPERTY = /--[a-z][\w-]*/g;
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** `a` to `Z`, then `aa` and so on. */
function shortName(index: number): string {
  const letter = LETTERS.charAt(index % LETTERS.length);
  return index < LETTERS.length ? letter : shortName(Math.floor(index / LETTERS.length) - 1) + letter;
}

/** The shortest names for those that occur most, none of them taken. */
function shortNames(occurrences: readonly string[], isTaken: (name: string) => boolean): Map<string, string> {
  const counts = new Map<string, number>();
  for (const name of occurrences) counts.set(name, (counts.get(name) ?? 0) + 1);
  const byCount = [...counts].sort(([, a], [, b]) => b - a);
  let index = 0;
  return new Map(
    byCount.map(([name]) => {
      while (isTaken(shortName(index))) index += 1;
      const short = shortName(index);
      index += 1;
      return [name, short];
    }),
  );
}

const decode = (attribute: string) =>
  attribute.includes('&') ? (load(`<p title="${attribute}">`)('p').attr('title') ?? '') : attribute;

/**
 * A page with shorter names for the classes and the custom properties that stand in it and in its own styles
 * only. What a script names keeps its name.
 */
export function shortenNames(html: string, inScripts: Names): string {
  const markup = html.replace(STYLE, '');
  const css = Array.from(html.matchAll(STYLE), ([, style]) => style ?? '').join('');

  const styled = new Set(Array.from(css.matchAll(CLASS_SELECTOR), ([, name = '']) => unescapeName(name)));
  const used = Array.from(markup.matchAll(CLASS_ATTRIBUTE), ([, value = '']) =>
    decode(value).split(/\s+/),
  ).flat();
  const known = new Set([...used, ...styled, ...inScripts.classes]);
  const classes = shortNames(
    used.filter((name) => styled.has(name) && !inScripts.classes.has(name)),
    (name) => known.has(name),
  );
  const inMarkup = new Set(propertiesIn(markup));
  const properties = shortNames(
    propertiesIn(css).filter((name) => !inMarkup.has(name) && !inScripts.properties.has(name)),
    () => false,
  );

  const shortenStyle = (style: string) =>
    style
      .replace(CLASS_SELECTOR, (selector, name: string) => {
        const short = classes.get(unescapeName(name));
        return short === undefined ? selector : `.${short}`;
      })
      .replace(CUSTOM_PROPERTY, (name) => {
        const short = properties.get(name);
        return short === undefined ? name : `--${short}`;
      });
  const shortenAttribute = (value: string) =>
    value
      .split(/\s+/)
      .map((name) => classes.get(decode(name)) ?? name)
      .join(' ');
  return html
    .replace(STYLE, (_, style: string) => `<style>${shortenStyle(style)}</style>`)
    .replace(CLASS_ATTRIBUTE, (_, value: string) => ` class="${shortenAttribute(value)}"`);
}
