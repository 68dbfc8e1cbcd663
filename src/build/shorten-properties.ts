import { countInto, shortNames } from './short-names.ts';

const CUSTOM_PROPERTY = /--[a-z][\w-]*/g;

/** Short names for the custom properties of a style sheet, the shortest for those that stand there most. */
export function shortPropertiesOf(css: string, isKept: (name: string) => boolean): Map<string, string> {
  const names = Array.from(css.matchAll(CUSTOM_PROPERTY), ([name]) => name).filter((name) => !isKept(name));
  return shortNames(countInto(new Map(), names), () => false);
}

/** Styles with those names. */
export const shortenProperties = (css: string, names: ReadonlyMap<string, string>): string =>
  css.replace(CUSTOM_PROPERTY, (name) => {
    const short = names.get(name);
    return short === undefined ? name : `--${short}`;
  });
