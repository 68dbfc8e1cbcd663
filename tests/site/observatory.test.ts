/**
 * Every page of the built site scores 130 by the published rules of MDN's HTTP Observatory, where A+ begins at 100. The
 * bonuses for preloaded HSTS, integrity attributes and cookies are not aimed at. Two conditions that only a scan of a
 * deployed site can check are assumed: a valid certificate, and a redirect from http to https.
 *
 * @see https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring
 */
import { load, type CheerioAPI } from 'cheerio';
import { expect, test } from 'vitest';
import { DIST, PATHS } from '../support/site/built-pages.ts';
import { combinePolicies, parsePolicy, type Policy } from '../support/site/content-security-policy.ts';
import { serveSite } from '../support/site/serve-site.ts';

type Scan = { headers: Headers; policy: Policy; $: CheerioAPI };

const BROAD = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*'];
const UNSAFE = [...BROAD, 'data:', "'unsafe-inline'", "'unsafe-eval'"];

/** Whether a directive, or `default-src` if there is none, exists and has none of the sources. */
function isWithout(policy: Policy, directive: string, sources: readonly string[]): boolean {
  const allowed = policy.get(directive) ?? policy.get('default-src');
  return allowed !== undefined && !sources.some((source) => allowed.has(source));
}

/**
 * The condition for full marks in each of the Observatory's tests, without the bonuses that are not aimed at. The
 * number in brackets is what the test adds to a score of 100.
 */
const RULES: Record<string, (scan: Scan) => boolean> = {
  'content-security-policy (10)': ({ policy }) =>
    isWithout(policy, 'script-src', UNSAFE) &&
    isWithout(policy, 'style-src', UNSAFE) &&
    isWithout(policy, 'object-src', BROAD) &&
    ![...policy.values()].some((sources) => [...sources].some((source) => /^(?:http|ftp):/.test(source))) &&
    [...(policy.get('default-src') ?? [])].join() === "'none'",
  'strict-transport-security': ({ headers }) =>
    Number(/(?:^|;)\s*max-age=(\d+)/i.exec(headers.get('strict-transport-security') ?? '')?.[1]) >=
    15_552_000,
  // Only a header can have `frame-ancestors`, not a `<meta>` element.
  'x-frame-options (5)': ({ headers }) =>
    parsePolicy(headers.get('content-security-policy') ?? '').has('frame-ancestors'),
  'referrer-policy (5)': ({ headers }) =>
    /^(?:no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(
      headers.get('referrer-policy') ?? '',
    ),
  'cross-origin-resource-policy (10)': ({ headers }) =>
    /^same-(?:origin|site)$/.test(headers.get('cross-origin-resource-policy') ?? ''),
  // Scripts of other origins without an integrity attribute cost points. The site loads no script of another origin.
  'subresource-integrity': ({ $ }) => $('script[src*="//"]').length === 0,
  'x-content-type-options': ({ headers }) => headers.get('x-content-type-options') === 'nosniff',
  cookies: ({ headers }) => !headers.has('set-cookie'),
  'cross-origin-resource-sharing': ({ headers }) => !headers.has('access-control-allow-origin'),
};

const site = await serveSite(DIST);

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

test.each(PATHS)('%s meets every rule of the HTTP Observatory', async (path) => {
  const page = await scan(path);
  expect(Object.keys(RULES).filter((name) => RULES[name]?.(page) !== true)).toEqual([]);
});
