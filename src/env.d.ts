declare namespace App {
  interface Locals {
    /** The MDX file that `Prose` is printing, for the errors of the components inside it. */
    contentFile: string;
  }
}

interface Document {
  /** True while the browser makes the page ready in advance; TypeScript does not know it yet. */
  readonly prerendering?: boolean;
}

/** It has no types of its own; these are of what `integrations/site-fonts.ts` uses. */
declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2';
    variationAxes: Record<string, { min: number; max: number }>;
  };
  export default function subsetFont(
    font: Uint8Array,
    characters: string,
    options: Options,
  ): Promise<Uint8Array>;
}
