import autocannon from 'autocannon';
import { atLeast } from '#support/load/bench-report.ts';
import { report } from '../support/command.ts';
import { medians, takeTurns } from '../support/take-turns.ts';
import type { Options, Site } from './site.ts';

const CONNECTIONS = 20;
/** The lowest accepted share of sirv's rate. Our headers, URL lookup and checks may cost the rest. */
const TARGET = 0.8;
/** The home page, and a tiny file, whose rate shows what a request costs apart from its content. */
const PATHS = ['/', '/robots.txt'];

async function measure(url: string, duration: number) {
  const { requests, latency, errors, non2xx } = await autocannon({
    url,
    headers: { 'accept-encoding': 'gzip, deflate, br' },
    connections: CONNECTIONS,
    duration,
  });
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors + non2xx} requests failed.`);
  return { 'files/s': requests.average, 'p99 ms': latency.p99 };
}

export async function measureFiles({ url, plainUrl }: Site, { rounds, seconds }: Options): Promise<void> {
  const rows = [];
  for (const path of PATHS) {
    const urls = { sirv: plainUrl + path, 'this server': url + path };
    const turns = await takeTurns(rounds, urls, (file) => measure(file, seconds));
    const sirvRate = medians(turns.sirv)['files/s'];
    for (const [server, all] of Object.entries(turns)) {
      const figures = medians(all);
      rows.push({ File: path, Server: server, ...figures, 'of sirv': figures['files/s'] / sirvRate });
    }
  }
  const ratios = rows.filter(({ Server }) => Server !== 'sirv').map((row) => row['of sirv']);
  report(`${CONNECTIONS} connections, medians of ${rounds} interleaved rounds of ${seconds} s`, rows, [
    atLeast(TARGET, 'this server, of sirv', Math.min(...ratios)),
  ]);
}
