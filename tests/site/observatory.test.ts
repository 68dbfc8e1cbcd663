/**
 * The grade that Mozilla's HTTP Observatory would give every page of the built site, by its published rules. The
 * tests assume what only a scan of a deployed site can see: a valid certificate, and a redirect from http to https.
 *
 * @see https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring
 */
import { load, type CheerioAPI } from 'cheerio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DIST, PATHS } from '../support/built-pages.ts';
import { combinePolicies, parsePolicy, type Policy } from '../support/content-security-policy.ts';
import { serveSite, type ServedSite } from '../support/serve-site.ts';

type Scan = { headers: Headers; policy: Policy; $: CheerioAPI };

/** One of the Observatory's tests, and how it changes the score. */
type Rule = { name: string; score: (scan: Scan) => number };

const BROAD = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*'];
const has = (sources: Set<string>, ...values: string[]) => values.some((value) => sources.has(value));

/** The sources of a directive; all sources if it is missing. Browsers ignore 'unsafe-inline' beside hashes. */
function sourcesOf(policy: Policy, directive: string): Set<string> {
  const sources = new Set(policy.get(directive) ?? policy.get('default-src') ?? ['*']);
  if ([...sources].some((source) => /^'(?:sha\d+|nonce)-/.test(source))) sources.delete("'unsafe-inline'");
  return sources;
}

function scorePolicy({ policy }: Scan): number {
  if (policy.size === 0) return -25;
  const script = sourcesOf(policy, 'script-src');
  const style = sourcesOf(policy, 'style-src');
  const everything = [...policy.values()].flatMap((sources) => [...sources]);
  if (has(script, ...BROAD, "'unsafe-inline'", 'data:')) return -20;
  if (has(sourcesOf(policy, 'object-src'), ...BROAD)) return -20;
  if (everything.some((source) => /^(?:http|ftp):/.test(source))) return -20;
  if (has(script, "'unsafe-eval'") || has(style, "'unsafe-eval'")) return -10;
  if (has(style, ...BROAD, "'unsafe-inline'", 'data:')) return 0;
  return [...(policy.get('default-src') ?? [])].join() === "'none'" ? 10 : 5;
}

function scoreTransport({ headers }: Scan): number {
  const seconds = /(?:^|;)\s*max-age=(\d+)/i.exec(headers.get('strict-transport-security') ?? '')?.[1];
  if (seconds === undefined) return -20;
  return Number(seconds) >= 15_552_000 ? 0 : -10;
}

function scoreFraming({ headers }: Scan): number {
  // Only a header can have `frame-ancestors`, not a `<meta>` element.
  if (parsePolicy(headers.get('content-security-policy') ?? '').has('frame-ancestors')) return 5;
  return /^(?:deny|sameorigin)$/i.test(headers.get('x-frame-options') ?? '') ? 0 : -20;
}

function scoreReferrer({ headers }: Scan): number {
  const policy = headers.get('referrer-policy');
  if (policy === null) return 0;
  return /^(?:no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(policy) ? 5 : -5;
}

function scoreEmbedding({ headers }: Scan): number {
  const policy = headers.get('cross-origin-resource-policy');
  if (policy === null || policy === 'cross-origin') return 0;
  return /^same-(?:origin|site)$/.test(policy) ? 10 : -5;
}

/** Scripts of other origins cost points, even with subresource integrity. The site has none. */
function scoreScripts({ $ }: Scan): number {
  const elsewhere = $('script[src]').filter((_, script) =>
    /^(?:\w+:)?\/\//.test($(script).attr('src') ?? ''),
  );
  return elsewhere.length === 0 ? 0 : -50;
}

const RULES: Rule[] = [
  { name: 'content-security-policy', score: scorePolicy },
  { name: 'strict-transport-security', score: scoreTransport },
  { name: 'x-frame-options', score: scoreFraming },
  { name: 'referrer-policy', score: scoreReferrer },
  { name: 'cross-origin-resource-policy', score: scoreEmbedding },
  { name: 'subresource-integrity', score: scoreScripts },
  {
    name: 'x-content-type-options',
    score: ({ headers }) => (headers.get('x-content-type-options') === 'nosniff' ? 0 : -5),
  },
  // The site sets no cookies, so this does not rate their attributes.
  { name: 'cookies', score: ({ headers }) => (headers.has('set-cookie') ? -40 : 0) },
  {
    name: 'cross-origin-resource-sharing',
    score: ({ headers }) => (headers.get('access-control-allow-origin') === null ? 0 : -50),
  },
];

/** A score starts at 100. Bonus points count only if it is at least 90 without them. */
function totalScore(scan: Scan): { score: number; rules: Record<string, number> } {
  const rules = Object.fromEntries(RULES.map(({ name, score }) => [name, score(scan)]));
  const sum = (scores: number[]) => scores.reduce((total, score) => total + score, 0);
  const base = 100 + sum(Object.values(rules).filter((score) => score < 0));
  const bonus = sum(Object.values(rules).filter((score) => score > 0));
  return { score: Math.max(0, base >= 90 ? base + bonus : base), rules };
}

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite(DIST);
});
afterAll(() => site.close());

async function scan(path: string): Promise<Scan> {
  const response = await fetch(site.url + path);
  const { headers } = response;
  const $ = load(await response.text());
  const header = parsePolicy(headers.get('content-security-policy') ?? '');
  const metas = $('meta[http-equiv="content-security-policy" i]')
    .map((_, meta) => $(meta).attr('content'))
    .get();
  return { headers, $, policy: metas.map(parsePolicy).reduce(combinePolicies, header) };
}

test.each(PATHS)('%s has the grade A+', async (path) => {
  const { score, rules } = totalScore(await scan(path));
  expect(score, JSON.stringify(rules)).toBeGreaterThanOrEqual(100);
});
