import { atMost } from '#support/load/bench-report.ts';
import { visit, type Visit } from '#support/browser/lighthouse.ts';
import { report } from '../support/command.ts';
import { medians, takeTurns } from '../support/take-turns.ts';
import { waitForIdle } from '../support/wait-for-idle.ts';
import { BASELINE_OF, PATHS, urlsOf, type Kind, type Options, type Site } from './site.ts';

/** A limit for the median of a figure: as it is, or relative to the baseline page's. */
type Target = {
  figure: keyof ReturnType<typeof figuresOf>;
  relation?: 'of the baseline' | 'above the baseline';
  limits: Record<Kind, number>;
};

const perKind = (home: number, city = home, article = city) => ({ home, city, article });

/**
 * Compared with the baseline page, because on a slow machine even a page without scripts has blocking time: the
 * browser's renderer process has to start.
 */
const blocking = (limit: number): Target => ({
  figure: 'TBT ms',
  relation: 'above the baseline',
  limits: perKind(limit),
});
const paints = (fcp: Target['limits'], lcp: Target['limits']): Target[] => [
  { figure: 'FCP ms', relation: 'of the baseline', limits: fcp },
  { figure: 'LCP ms', relation: 'of the baseline', limits: lcp },
];

const TARGETS = {
  simulate: [
    ...paints(perKind(1.05, 1.05, 1.12), perKind(1, 1, 1.15)),
    blocking(30),
    { figure: 'CLS', limits: perKind(0) },
    { figure: 'total KiB', limits: perKind(90, 70) },
    { figure: 'HTML KiB', limits: perKind(20, 18) },
    { figure: 'fonts KiB', limits: perKind(40) },
    { figure: 'script KiB', limits: perKind(4) },
    { figure: 'requests', limits: perKind(5) },
  ],
  devtools: [
    ...paints(perKind(1.08, 1.08, 1.12), perKind(1.08, 1.08, 1.12)),
    blocking(20),
    { figure: 'CLS', limits: perKind(0) },
  ],
} satisfies Record<string, Target[]>;

const PLAIN = 'home, plain server';

function figuresOf(figures: Visit) {
  return {
    'FCP ms': figures.fcpMs,
    'LCP ms': figures.lcpMs,
    'TBT ms': figures.tbtMs,
    CLS: figures.cls,
    'total KiB': figures.totalBytes / 1024,
    'HTML KiB': figures.htmlBytes / 1024,
    'fonts KiB': figures.fontBytes / 1024,
    'script KiB': figures.scriptBytes / 1024,
    requests: figures.requests,
  };
}

function relate(own: number, baseline: number, relation: Target['relation']): number {
  if (relation === 'of the baseline') return own / baseline;
  return relation === 'above the baseline' ? Math.max(0, own - baseline) : own;
}

/** Visits the pages and their baseline pages, each time in a new Chromium with Lighthouse's mobile preset. */
export async function measurePaints(site: Site, options: Options): Promise<void> {
  const throttling = options.throttling === 'devtools' ? 'devtools' : 'simulate';
  const kinds = options.pages.split(',').filter((name): name is Kind => Object.hasOwn(PATHS, name));
  const urls = { ...urlsOf(site, kinds), [PLAIN]: site.plainUrl + PATHS.home };
  const visits = await takeTurns(options.rounds, urls, async (url) => {
    await waitForIdle(options['idle-limit']);
    return figuresOf(await visit(url, throttling, options['cpu-slowdown']));
  });
  const rows = Object.entries(visits).map(([page, all]) => ({ Page: page, ...medians(all) }));
  const medianOf = (page: string, figure: Target['figure']) =>
    rows.find((row) => row.Page === page)?.[figure] ?? Number.NaN;
  report(
    `Lighthouse's mobile preset, throttling: ${throttling}, CPU ${options['cpu-slowdown']} × slower, medians of ${options.rounds} interleaved runs`,
    rows,
    [
      ...(kinds.includes('home')
        ? [
            atMost(
              1.02,
              'home, FCP ms, of a plain server',
              medianOf('home', 'FCP ms') / medianOf(PLAIN, 'FCP ms'),
            ),
          ]
        : []),
      ...TARGETS[throttling].flatMap(({ figure, relation, limits }: Target) =>
        kinds.map((kind) => {
          const value = relate(medianOf(kind, figure), medianOf(BASELINE_OF[kind], figure), relation);
          return atMost(limits[kind], [kind, figure, relation].filter(Boolean).join(', '), value);
        }),
      ),
    ],
  );
}
