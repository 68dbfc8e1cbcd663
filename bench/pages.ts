/**
 * `npm run bench`: builds the site, serves it, and measures its pages beside the floor page (the same length
 * of text, a picture, no script), in turns, on Lighthouse's slow phone. Prints the medians and each target,
 * as docs/performance.md holds them; fails when one is missed.
 *
 * `--runs 5` visits of each page; `--throttling devtools` slows the network down for real instead of
 * calculating; `--categories` judges the five kinds of page in Lighthouse's four categories instead.
 */
import { parseArgs } from 'node:util';
import buildSite from '../tests/support/built-site.ts';
import { startProduct } from '../tests/support/product.ts';
import { describeRun } from './describe-run.ts';
import { CATEGORIES, judge, visit, type Visit } from '../tests/support/lighthouse.ts';
import { markdownTable } from '../tests/support/report.ts';
import { median } from './median.ts';
import { TARGETS, type Target } from './page-targets.ts';
import { waitForQuiet } from './quiet.ts';
import { startChild } from './start-child.ts';

const PATHS = {
  home: '/',
  city: '/glasgow',
  article: '/blog/how-to-sell-house-fast-scotland',
};
const OTHER_PATHS = { blog: '/blog', legal: '/privacy-policy' };

type Kind = keyof typeof PATHS;
type Throttling = keyof typeof TARGETS;
type Measured = { name: string; url: string; visits: Visit[] };
/** A page, the floor of its kind, and both floors. */
type Compared = { page: Measured; floor: Measured; floors: Measured[] };

const { values: options } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    throttling: { type: 'string', default: 'simulate' },
    categories: { type: 'boolean', default: false },
  },
});

function isThrottling(name: string): name is Throttling {
  return Object.hasOwn(TARGETS, name);
}

const medianOf = ({ visits }: Measured, { read }: Target) => median(visits.map(read));

function compare({ page, floor, floors }: Compared, target: Target): number {
  const value = medianOf(page, target);
  if (target.besideFloor === 'ratio') return value / medianOf(floor, target);
  if (target.besideFloor === 'excess')
    return Math.max(0, value - Math.max(...floors.map((each) => medianOf(each, target))));
  return value;
}

function nameComparison({ name, besideFloor }: Target): string {
  if (besideFloor === 'ratio') return `${name.replace(' ms', '')}, of the floor`;
  return besideFloor === 'excess' ? `${name}, above both floors` : name;
}

/** Visits the pages in turns, so that what else the machine does falls on all of them. */
async function visitAll(pages: Omit<Measured, 'visits'>[], throttling: Throttling): Promise<Measured[]> {
  const measured = pages.map((page) => ({ ...page, visits: [] as Visit[] }));
  for (let run = 1; run <= Number(options.runs); run += 1) {
    for (const { name, url, visits } of measured) {
      await waitForQuiet();
      const figures = await visit(url, throttling);
      visits.push(figures);
      const [fcp, lcp] = [figures.fcpMs, figures.lcpMs].map(Math.round);
      console.error(`${run}/${options.runs} ${name}: FCP ${fcp} ms, LCP ${lcp} ms`);
    }
  }
  return measured;
}

function printFigures(measured: Measured[], targets: Target[]): void {
  const rows = measured.map((page) => ({
    Page: page.name,
    ...Object.fromEntries(
      targets.map((target) => [target.name, Number(medianOf(page, target).toFixed(target.digits))]),
    ),
  }));
  console.log(markdownTable(rows));
}

/** @returns whether all targets are met */
function printTargets(pages: Map<Kind, Compared>, targets: Target[]): boolean {
  let areMet = true;
  const rows = targets.map((target): Record<string, string> => {
    const cells = [...pages].map(([kind, compared]): [string, string] => {
      const value = compare(compared, target);
      const isMet = value <= target.limits[kind];
      areMet &&= isMet;
      const digits = target.besideFloor === 'ratio' ? 2 : target.digits;
      return [kind, `${value.toFixed(digits)} (≤ ${target.limits[kind]}) ${isMet ? 'met' : '**missed**'}`];
    });
    return { Target: nameComparison(target), ...Object.fromEntries(cells) };
  });
  console.log(markdownTable(rows));
  return areMet;
}

async function comparePages(site: string, throttling: Throttling): Promise<boolean> {
  const floor = await startChild('baseline-server.ts');
  const kinds = Object.keys(PATHS) as Kind[];
  const measured = await visitAll(
    [
      { name: 'floor', url: `${floor.url}/` },
      { name: 'floor article', url: `${floor.url}/article/` },
      ...kinds.map((kind) => ({ name: `${kind} \`${PATHS[kind]}\``, url: site + PATHS[kind] })),
    ],
    throttling,
  );
  floor.close();
  const [floorHome, floorArticle, ...own] = measured;
  if (!floorHome || !floorArticle) throw new Error('The floor page was not measured.');
  const floors = [floorHome, floorArticle];
  const pages = new Map(
    kinds.flatMap((kind, index) => {
      const page = own[index];
      const floor = kind === 'article' ? floorArticle : floorHome;
      return page ? [[kind, { page, floor, floors }] as const] : [];
    }),
  );
  printFigures(measured, TARGETS[throttling]);
  console.log();
  return printTargets(pages, TARGETS[throttling]);
}

/** Judges each kind of page once. @returns whether every page has 100 in every category */
async function judgePages(site: string): Promise<boolean> {
  const rows = [];
  for (const [kind, path] of Object.entries({ ...PATHS, ...OTHER_PATHS })) {
    const { scores, faults } = await judge(site + path, CATEGORIES);
    rows.push({ Page: `${kind} \`${path}\``, ...scores, 'not whole': faults.join(', ') });
  }
  console.log(markdownTable(rows));
  return rows.every((row) => CATEGORIES.every((category) => row[category] === 100));
}

const { throttling } = options;
if (!isThrottling(throttling)) throw new Error('--throttling is simulate or devtools.');
const description = describeRun(new Date());
buildSite();
const product = await startProduct();
const how = options.categories
  ? 'one visit each'
  : `throttling: ${throttling}, medians of ${options.runs} interleaved runs`;
console.log(`${description}; Lighthouse's mobile preset, ${how}\n`);
const areMet = options.categories
  ? await judgePages(product.server.url)
  : await comparePages(product.server.url, throttling);
process.exitCode = areMet ? 0 : 1;
await product.close();
