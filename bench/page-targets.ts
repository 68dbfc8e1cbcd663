import type { Visit } from '../tests/support/lighthouse.ts';

const KIB = 1024;

/** What a page's median must not exceed: a limit of its own, or one beside the floor page's. */
export type Target = {
  name: string;
  read: (visit: Visit) => number;
  digits: number;
  limits: Record<'home' | 'city' | 'article', number>;
  /** 'ratio': how many times the floor's. 'excess': by how much more than both floors'. */
  besideFloor?: 'ratio' | 'excess';
};

const same = (limit: number) => ({ home: limit, city: limit, article: limit });

const FCP: Omit<Target, 'limits'> = {
  name: 'FCP ms',
  read: ({ fcpMs }) => fcpMs,
  digits: 0,
  besideFloor: 'ratio',
};
const LCP: Omit<Target, 'limits'> = {
  name: 'LCP ms',
  read: ({ lcpMs }) => lcpMs,
  digits: 0,
  besideFloor: 'ratio',
};
const CLS: Omit<Target, 'limits'> = { name: 'CLS', read: ({ cls }) => cls, digits: 4 };

/** With Lighthouse's simulated slow phone and network. */
const SIMULATED: Target[] = [
  { ...FCP, limits: same(1.15) },
  { ...LCP, limits: { home: 1.2, city: 1.2, article: 1.4 } },
  // Opening the page's process blocks a page without a script as well, where a machine is slow.
  { name: 'TBT ms', read: ({ tbtMs }) => tbtMs, digits: 0, limits: same(0), besideFloor: 'excess' },
  { ...CLS, limits: same(0) },
  {
    name: 'total KiB',
    read: ({ totalBytes }) => totalBytes / KIB,
    digits: 1,
    limits: { home: 90, city: 70, article: 70 },
  },
  {
    name: 'HTML KiB',
    read: ({ htmlBytes }) => htmlBytes / KIB,
    digits: 1,
    limits: { home: 20, city: 18, article: 18 },
  },
  { name: 'fonts KiB', read: ({ fontBytes }) => fontBytes / KIB, digits: 1, limits: same(40) },
  { name: 'script KiB', read: ({ scriptBytes }) => scriptBytes / KIB, digits: 1, limits: same(3) },
  { name: 'requests', read: ({ requests }) => requests, digits: 0, limits: same(5) },
];

/** With a network and a processor that really are slowed down. */
const APPLIED: Target[] = [
  { ...FCP, limits: same(1.15) },
  { ...LCP, limits: same(1.15) },
  { ...CLS, limits: same(0.01) },
];

export const TARGETS = { simulate: SIMULATED, devtools: APPLIED };
