import stylesheet from '../styles/global.css?raw';

const VALUES = Array.from(
  stylesheet.matchAll(/--color-([a-z-]+): (#[0-9a-f]+);/g),
  ([, name = '', value = '']) => [name, value] as const,
);

/** The light scheme's tokens by name, for pictures: the first value that the style sheet gives each. */
export const LIGHT_COLOURS: ReadonlyMap<string, string> = new Map(VALUES.toReversed());

/** The dark scheme's: the last value. Those that have one only are the same in both. */
export const DARK_COLOURS: ReadonlyMap<string, string> = new Map(VALUES);

/** @throws {Error} when the style sheet has no such token */
export function lightColour(name: string): string {
  const value = LIGHT_COLOURS.get(name);
  if (value === undefined) throw new Error(`global.css has no --color-${name}, which a picture uses.`);
  return value;
}
