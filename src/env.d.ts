declare namespace App {
  interface Locals {
    /** The path of the file that `Prose` is rendering, for error messages of the components inside it. */
    contentFile: string;
  }
}

interface Document {
  /** True while the browser prerenders the page. TypeScript does not have it yet. */
  readonly prerendering?: boolean;
}

/** The package `subset-font` has no types. These describe what `integrations/site-fonts.ts` uses. */
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

/** A `*.claims.yaml` file lists ids; its import is the claims with these ids (`integrations/claim-figures.ts`). */
declare module '*.claims.yaml' {
  type PublishedClaim = {
    id: string;
    text: string;
    note?: string;
    source: string;
    sourceUrl?: string;
    /** The date as `YYYY-MM-DD`. */
    statedOn: string;
    reviewOn: string;
  };
  const claims: Readonly<Record<string, PublishedClaim>>;
  export default claims;
}
