import stylesheet from './theme.css?raw';

const VALUES = Array.from(
  stylesheet.matchAll(/--color-([a-z-]+): (#[0-9a-f]+);/g),
  ([, name = '', value = '']) => [name, value] as const,
);

/**
 * The light scheme's colours by name: the first value of each in `theme.css`. Images need the values, because the
 * page's CSS does not apply to them.
 */
export const LIGHT_COLOURS: ReadonlyMap<string, string> = new Map(VALUES.toReversed());

/** The dark scheme's colours: the last value of each in `theme.css`. A colour with one value is the same in both. */
export const DARK_COLOURS: ReadonlyMap<string, string> = new Map(VALUES);

/** @throws {Error} when `theme.css` has no such colour */
export function lightColour(name: string): string {
  const value = LIGHT_COLOURS.get(name);
  if (value === undefined) throw new Error(`An image uses --color-${name}, which theme.css does not define.`);
  return value;
}
