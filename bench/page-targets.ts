/** The targets that `npm run bench` (`bench/pages.ts`) checks. */
import type { Visit } from '../tests/support/lighthouse.ts';

export type Kind = 'home' | 'city' | 'article';

/**
 * A metric, and the limit for its median over a page's visits: absolute, or relative to a baseline page, which has as
 * much text and no script (`bench/baseline-page/`).
 */
export type Target = {
  name: string;
  read: (visit: Visit) => number;
  /** Decimals in the tables. Default: 0. */
  digits?: number;
  limits: Record<Kind, number>;
  /**
   * What is compared with the limit. 'ratio': the page's median divided by the baseline page's. 'excess': the page's
   * median minus the baseline page's. Default: the page's median.
   */
  comparison?: 'ratio' | 'excess';
};

const KIB = 1024;
const same = (limit: number) => ({ home: limit, city: limit, article: limit });
const kib = (name: string, read: Target['read'], limits: Target['limits']): Target => ({
  name: `${name} KiB`,
  read: (visit) => read(visit) / KIB,
  digits: 1,
  limits,
});

const FCP: Target = {
  name: 'FCP ms',
  read: ({ fcpMs }) => fcpMs,
  limits: { home: 1.05, city: 1.05, article: 1.12 },
  comparison: 'ratio',
};
const LCP: Target = { ...FCP, name: 'LCP ms', read: ({ lcpMs }) => lcpMs };
/**
 * Compared with the baseline page, because on a slow machine even a page without scripts has blocking time: the
 * browser's renderer process has to start.
 */
const TBT = { name: 'TBT ms', read: ({ tbtMs }: Visit) => tbtMs, comparison: 'excess' } as const;
const CLS = { name: 'CLS', read: ({ cls }: Visit) => cls, digits: 4 };

/** With Lighthouse's simulated slow phone and network. */
const SIMULATED: Target[] = [
  FCP,
  { ...LCP, limits: { home: 1, city: 1, article: 1.15 } },
  { ...TBT, limits: same(30) },
  { ...CLS, limits: same(0) },
  kib('total', ({ totalBytes }) => totalBytes, { home: 90, city: 70, article: 70 }),
  kib('HTML', ({ htmlBytes }) => htmlBytes, { home: 20, city: 18, article: 18 }),
  kib('fonts', ({ fontBytes }) => fontBytes, same(40)),
  kib('script', ({ scriptBytes }) => scriptBytes, same(4)),
  { name: 'requests', read: ({ requests }) => requests, limits: same(5) },
];

/** With a network and a processor that are really slowed down (`--throttling devtools`). */
const APPLIED_PAINTS = { home: 1.08, city: 1.08, article: 1.12 };
const APPLIED: Target[] = [
  { ...FCP, limits: APPLIED_PAINTS },
  { ...LCP, limits: APPLIED_PAINTS },
  { ...TBT, limits: same(20) },
  { ...CLS, limits: same(0) },
];

export const TARGETS = { simulate: SIMULATED, devtools: APPLIED };
