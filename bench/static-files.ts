/**
 * `npm run bench:static`: how many files a second the server sends, compared with plain sirv (a static file server).
 * The two take turns; the defaults are `--rounds 5` and `--seconds 3` a turn. Exits with 1 below the target.
 */
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import buildSite from '../tests/support/build-site.ts';
import { startProduct } from '../tests/support/product.ts';
import { atLeast, describeRun, markdownTable, median, reportChecks } from '../tests/support/bench-report.ts';
import { startChild } from './start-child.ts';
import { takeTurns } from './take-turns.ts';

const CONNECTIONS = 20;
/** The lowest accepted share of sirv's rate. Our headers, URL lookup and checks may cost the rest. */
const TARGET = 0.8;
/** The home page, and a tiny file, whose rate shows what a request costs apart from its content. */
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
const sirv = await startChild('sirv-server.ts');
const rows: Record<string, string | number>[] = [];
const ratios: number[] = [];
for (const path of PATHS) {
  const urls = { sirv: sirv.url + path, 'this server': product.server.url + path };
  const turns = await takeTurns(Number(options.rounds), urls, measure);
  const rateOf = (name: string) => median((turns.get(name) ?? []).map(({ perSecond }) => perSecond));
  for (const [name, figures] of turns) {
    rows.push({
      File: `\`${path}\``,
      Server: name,
      'files/s': Math.round(rateOf(name)),
      'p99 ms': median(figures.map(({ p99Ms }) => p99Ms)),
      'of sirv': Number((rateOf(name) / rateOf('sirv')).toFixed(2)),
    });
  }
  ratios.push(rateOf('this server') / rateOf('sirv'));
}
console.log(
  `${description}; ${CONNECTIONS} connections, medians of ${options.rounds} interleaved rounds of ${options.seconds} s\n`,
);
console.log(markdownTable(rows));
reportChecks([atLeast(TARGET, 'this server, of sirv', Math.min(...ratios))]);

sirv.close();
await product.close();
