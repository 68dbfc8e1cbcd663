/** What a page or a script names, or may. */
export type Names = { classes: ReadonlySet<string>; properties: ReadonlySet<string> };

/** The custom properties that a text names. */
export const propertiesIn = (text: string) => Array.from(text.matchAll(/--[a-z][\w-]*/g), ([name]) => name);

/** Any word of a script may be the name of a class, as may any that Tailwind finds in it. */
export function namesInScripts(scripts: readonly string[]): Names {
  return {
    classes: new Set(scripts.flatMap((script) => script.split(/[\s"'`]+/))),
    properties: new Set(scripts.flatMap(propertiesIn)),
  };
}
