/**
 * `npm run bench:static`: how many files a second the server sends, compared with plain sirv in alternate
 * turns. The defaults are `--rounds 5` and `--seconds 3` a turn. Fails below the target.
 */
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import buildSite from '../tests/support/built-site.ts';
import { startProduct } from '../tests/support/product.ts';
import { describeRun, markdownTable, median } from '../tests/support/report.ts';
import { startChild } from './start-child.ts';

const CONNECTIONS = 20;
/** Share of sirv's rate in the same run: what our headers, addresses and guards may cost. */
const TARGET = 0.8;
/** The most visited page, and the smallest file, which shows the cost of the request itself. */
const PATHS = ['/', '/robots.txt'];

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '3' } },
});

async function measure(url: string) {
  const { requests, latency, errors, non2xx } = await autocannon({
    url,
    headers: { 'accept-encoding': 'gzip, deflate, br' },
    connections: CONNECTIONS,
    duration: Number(options.seconds),
  });
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors + non2xx} requests failed.`);
  return { perSecond: requests.average, p99Ms: latency.p99 };
}

const description = describeRun();
buildSite();
const product = await startProduct();
const sirv = await startChild('static-contender.ts');
const contenders = [
  { name: 'sirv', url: sirv.url },
  { name: 'this server', url: product.server.url },
];

const figures = PATHS.flatMap((path) =>
  contenders.map(({ name, url }) => ({
    path,
    name,
    url: url + path,
    rounds: [] as Awaited<ReturnType<typeof measure>>[],
  })),
);
for (let round = 0; round < Number(options.rounds); round += 1) {
  for (const { url, rounds } of figures) rounds.push(await measure(url));
}
const rows = figures.map(({ path, name, rounds }) => ({
  path,
  name,
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
}));
const ratioOf = ({ path, perSecond }: (typeof rows)[number]) =>
  perSecond / (rows.find((row) => row.path === path && row.name === 'sirv')?.perSecond ?? 0);

console.log(
  `${description}; ${CONNECTIONS} connections, medians of ${options.rounds} interleaved rounds of ${options.seconds} s\n`,
);
console.log(
  markdownTable(
    rows.map((row) => ({
      File: `\`${row.path}\``,
      Server: row.name,
      'files/s': Math.round(row.perSecond),
      'p99 ms': row.p99Ms,
      'of sirv': Number(ratioOf(row).toFixed(2)),
    })),
  ),
);
const slowest = Math.min(...rows.filter(({ name }) => name === 'this server').map(ratioOf));
console.log(`\nTarget: this server ≥ ${TARGET} of sirv: ${slowest >= TARGET ? 'met' : 'missed'}`);
process.exitCode = slowest >= TARGET ? 0 : 1;

sirv.close();
await product.close();
