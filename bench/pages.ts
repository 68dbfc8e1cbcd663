/**
 * `npm run bench`: builds the site, serves it, and measures its pages on Lighthouse's slow phone. The pages take turns
 * with two baseline pages of the same text length, without scripts: one with a picture, and one without, for articles.
 * Prints the medians and whether each target is met; exits with 1 when one is missed. The seller's own page, which
 * loads its content with a call, has targets and a table of its own (`sellers-page.ts`).
 *
 * `--runs 5` visits each page five times. `--throttling devtools` really slows down network and CPU instead of
 * simulating it. `--cpu-slowdown 6` slows the CPU down six times instead of Lighthouse's four. With
 * `--throttling devtools`, choose a slowdown with which the baseline's first paint takes at least 700 ms, because the
 * targets are for such a CPU. `--pages home` measures only the home page, and `--pages enquiry` only the
 * seller's own. `--idle-limit 5` waits at most five seconds before each visit until the machine is idle, instead of
 * sixty. `--categories` instead scores the five kinds of page in Lighthouse's four categories.
 */
import { parseArgs } from 'node:util';
import buildSite from '../tests/support/build-site.ts';
import { CATEGORIES, scoreCategories, visit, type Visit } from '../tests/support/lighthouse.ts';
import { startProduct } from '../tests/support/product.ts';
import { describeRun, markdownTable, median } from '../tests/support/bench-report.ts';
import { TARGETS, type Kind, type Target } from './page-targets.ts';
import { measureSellersPage } from './sellers-page.ts';
import { startChild } from './start-child.ts';
import { takeTurns } from './take-turns.ts';
import { waitForIdle } from './wait-for-idle.ts';

const PATHS = {
  home: '/',
  city: '/glasgow',
  article: '/blog/how-to-sell-house-fast-scotland',
} satisfies Record<Kind, string>;
const OTHER_PATHS = { blog: '/blog', legal: '/privacy-policy' };
const BASELINE_OF = {
  home: 'baseline',
  city: 'baseline',
  article: 'baseline article',
} as const satisfies Record<Kind, string>;
const BASELINE_PATHS = { baseline: '/', 'baseline article': '/article/' };

type Throttling = keyof typeof TARGETS;
/** The visits of each page, by the page's name. */
type Visits = ReadonlyMap<string, Visit[]>;

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    throttling: { type: 'string', default: 'simulate' },
    'cpu-slowdown': { type: 'string', default: '4' },
    pages: { type: 'string', default: [...Object.keys(PATHS), 'enquiry'].join() },
    'idle-limit': { type: 'string', default: '60' },
    categories: { type: 'boolean', default: false },
  },
});

const cpuSlowdown = Number(options['cpu-slowdown']);
const idleLimitSeconds = Number(options['idle-limit']);
const runs = Number(options.runs);
const isKind = (name: string): name is Kind => Object.hasOwn(PATHS, name);
const pages = options.pages.split(',');
const KINDS = pages.filter(isKind);
/** The baseline pages that the measured pages are compared with. */
const BASELINES = [...new Set(KINDS.map((kind) => BASELINE_OF[kind]))];

function isThrottling(name: string): name is Throttling {
  return Object.hasOwn(TARGETS, name);
}

const medianOf = (visits: Visits, page: string, { read }: Target) =>
  median((visits.get(page) ?? []).map(read));

function compare(visits: Visits, kind: Kind, target: Target): number {
  const value = medianOf(visits, kind, target);
  const baseline = medianOf(visits, BASELINE_OF[kind], target);
  if (target.comparison === 'ratio') return value / baseline;
  if (target.comparison === 'excess') return Math.max(0, value - baseline);
  return value;
}

function nameComparison({ name, comparison }: Target): string {
  if (comparison === 'ratio') return `${name.replace(' ms', '')}, of the baseline`;
  return comparison === 'excess' ? `${name}, above the baseline` : name;
}

/** Prints each target as met or missed, a column for each kind of page. @returns whether all are met */
function checkTargets(visits: Visits, targets: Target[]): boolean {
  let areMet = true;
  const rows = targets.map((target): Record<string, string> => {
    const cells = KINDS.map((kind): [string, string] => {
      const value = compare(visits, kind, target);
      const isMet = value <= target.limits[kind];
      areMet &&= isMet;
      const digits = target.comparison === 'ratio' ? 2 : (target.digits ?? 0);
      return [kind, `${value.toFixed(digits)} (≤ ${target.limits[kind]}) ${isMet ? 'met' : '**missed**'}`];
    });
    return { Target: nameComparison(target), ...Object.fromEntries(cells) };
  });
  console.log(`\n${markdownTable(rows)}`);
  return areMet;
}

async function comparePages(site: string, baselineUrl: string, throttling: Throttling): Promise<boolean> {
  const urls = {
    ...Object.fromEntries(BASELINES.map((name) => [name, baselineUrl + BASELINE_PATHS[name]])),
    ...Object.fromEntries(KINDS.map((kind) => [kind, site + PATHS[kind]])),
  };
  const visits = await takeTurns(runs, urls, async (url, name) => {
    await waitForIdle(idleLimitSeconds);
    const figures = await visit(url, throttling, cpuSlowdown);
    console.error(
      `${name}: FCP ${Math.round(figures.fcpMs)} ms, LCP ${Math.round(figures.lcpMs)} ms, TBT ${Math.round(figures.tbtMs)} ms`,
    );
    return figures;
  });
  const targets = TARGETS[throttling];
  const rows = [...visits.keys()].map((page) => ({
    Page: isKind(page) ? `${page} \`${PATHS[page]}\`` : page,
    ...Object.fromEntries(
      targets.map((target) => [
        target.name,
        Number(medianOf(visits, page, target).toFixed(target.digits ?? 0)),
      ]),
    ),
  }));
  console.log(markdownTable(rows));
  return checkTargets(visits, targets);
}

/** Scores each kind of page once. @returns whether every page has 100 in every category */
async function scorePages(site: string): Promise<boolean> {
  const rows = [];
  for (const [kind, path] of Object.entries({ ...PATHS, ...OTHER_PATHS })) {
    const { scores, failedAudits } = await scoreCategories(site + path, CATEGORIES);
    rows.push({ Page: `${kind} \`${path}\``, ...scores, 'failed audits': failedAudits.join(', ') });
  }
  console.log(markdownTable(rows));
  return rows.every((row) => CATEGORIES.every((category) => row[category] === 100));
}

const { throttling } = options;
if (!isThrottling(throttling)) throw new Error('--throttling must be simulate or devtools.');
const description = describeRun();
buildSite();
const product = await startProduct();
const how = options.categories
  ? 'one visit each'
  : `throttling: ${throttling}, CPU ${cpuSlowdown} × slower, medians of ${runs} interleaved runs`;
console.log(`${description}; Lighthouse's mobile preset, ${how}\n`);
if (options.categories) {
  if (!(await scorePages(product.server.url))) process.exitCode = 1;
} else {
  const baseline = await startChild('baseline-server.ts');
  if (KINDS.length > 0 && !(await comparePages(product.server.url, baseline.url, throttling)))
    process.exitCode = 1;
  if (pages.includes('enquiry'))
    await measureSellersPage(product, `${baseline.url}/`, { runs, cpuSlowdown, idleLimitSeconds });
  baseline.close();
}
await product.close();
