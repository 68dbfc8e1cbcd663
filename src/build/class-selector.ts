/** A class in a selector, its name as CSS escapes it. */
export const CLASS_SELECTOR = /\.((?:\\[\da-f]{1,6} ?|\\.|[\w-]|[^\0-\x7f])+)/gi;

const ESCAPE = /\\(?:([\da-f]{1,6}) ?|(.))/gi;

/** A name as the page has it: `sm\:block` is `sm:block`, `\32 xl` is `2xl`. */
export function unescapeName(name: string): string {
  return name.replace(ESCAPE, (_, code: string | undefined, character: string | undefined) =>
    code === undefined ? (character ?? '') : String.fromCodePoint(Number.parseInt(code, 16)),
  );
}
