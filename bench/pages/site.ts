import type { Product } from '#support/server/product.ts';

export const OPTIONS = {
  rounds: 5,
  seconds: 3,
  pages: 'home,city,article',
  throttling: 'simulate',
  'cpu-slowdown': 4,
  'idle-limit': 60,
};
export type Options = typeof OPTIONS;

/** `plainUrl` and `baselineUrl` are of plain servers: one of the same pages, one of the baseline pages. */
export type Site = { product: Product; url: string; plainUrl: string; baselineUrl: string };

export const PATHS = { home: '/', city: '/glasgow', article: '/blog/how-to-sell-house-fast-scotland' };
export type Kind = keyof typeof PATHS;

const BASELINE_PATHS = { baseline: '/', 'baseline article': '/article/' };
export const BASELINE_OF = {
  home: 'baseline',
  city: 'baseline',
  article: 'baseline article',
} as const satisfies Record<Kind, keyof typeof BASELINE_PATHS>;

export const urlsOf = ({ url, baselineUrl }: Site, kinds: readonly Kind[]): Record<string, string> =>
  Object.fromEntries<string>([
    ...kinds.map((kind): [string, string] => [
      BASELINE_OF[kind],
      baselineUrl + BASELINE_PATHS[BASELINE_OF[kind]],
    ]),
    ...kinds.map((kind): [string, string] => [kind, url + PATHS[kind]]),
  ]);
