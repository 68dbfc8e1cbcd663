/**
 * `npm run bench -- pages [part …] [options]` measures the pages of the site as a slow phone shows them. Without a part,
 * all of these run, and each prints a table and whether its targets are met; the command exits with 1 if one is missed.
 *
 * - `paints`: Lighthouse's slow phone visits the pages in turns with two baseline pages of the same length of text
 *   without scripts (one with a picture, and one without, for articles), and with the home page itself. These come from
 *   plain sirv (a static file server for Node), so that what our server costs is seen. `--pages home,city` measures only
 *   these.
 *   `--throttling devtools` really slows down network and CPU instead of simulating it; choose a `--cpu-slowdown` with
 *   which the baseline's first paint takes at least 700 ms, because the targets are for such a CPU.
 * - `enquiry`: the seller's own page, which loads its content with a call, in turns with the baseline page.
 * - `links`: from a tap on a link to the first paint of the next page, with and without the speculation rules.
 * - `taps`: from each control's interaction to the next paint; the first one with an island hydrates it.
 * - `files`: files a second over 20 connections, in turns with plain sirv.
 * - `scores`: each kind of page in Lighthouse's four categories; every score has to be 100.
 *
 * `--rounds 5` is the number of turns, `--seconds 3` the length of a turn of `files`, `--cpu-slowdown 4` how many times
 * the CPU is slowed down, and `--idle-limit 60` how many seconds a visit waits at most until the machine is idle.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { precompress } from '#integrations/precompress.ts';
import buildSite from '#support/site/build-site.ts';
import { startProduct } from '#support/server/product.ts';
import { measureEnquiry } from './pages/enquiry.ts';
import { measureFiles } from './pages/files.ts';
import { measureLinks } from './pages/links.ts';
import { measurePaints } from './pages/paints.ts';
import { measureScores } from './pages/scores.ts';
import { OPTIONS } from './pages/site.ts';
import { measureTaps } from './pages/taps.ts';
import { readCommand } from './support/command.ts';
import { startChild } from './support/start-child.ts';

const { options, parts } = readCommand(
  {
    paints: measurePaints,
    enquiry: measureEnquiry,
    links: measureLinks,
    taps: measureTaps,
    files: measureFiles,
    scores: measureScores,
  },
  OPTIONS,
);
buildSite();
await using product = await startProduct();
const baselinePages = await mkdtemp(join(tmpdir(), 'baseline-'));
await cp(join(import.meta.dirname, 'support/baseline-page'), baselinePages, { recursive: true });
await precompress(baselinePages);
using baseline = await startChild('plain-server.ts', baselinePages);
using plain = await startChild('plain-server.ts');
const site = { product, url: product.server.url, plainUrl: plain.url, baselineUrl: baseline.url };
for (const measure of parts) await measure(site, options);
await rm(baselinePages, { recursive: true });
