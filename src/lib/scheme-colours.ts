import stylesheet from '../styles/global.css?raw';

/** The light scheme's tokens by name, for pictures: the first value that the style sheet gives each. */
export const LIGHT_COLOURS: ReadonlyMap<string, string> = new Map(
  Array.from(
    stylesheet.matchAll(/--color-([a-z-]+): (#[0-9a-f]+);/g),
    ([, name = '', value = '']) => [name, value] as const,
  ).reverse(),
);

/** @throws {Error} when the style sheet has no such token */
export function lightColour(name: string): string {
  const value = LIGHT_COLOURS.get(name);
  if (value === undefined) throw new Error(`global.css has no --color-${name}, which a picture uses.`);
  return value;
}
