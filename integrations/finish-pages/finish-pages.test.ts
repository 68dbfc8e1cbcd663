import { createHash } from 'node:crypto';
import { load } from 'cheerio';
import { init } from 'es-module-lexer';
import { expect, test } from 'vitest';
import { SPECULATION_RULES } from '../../src/browser/speculation-rules.ts';
import { finishSite } from './finish-pages.ts';

await init;

const FONT = '@font-face{font-family:near;src:local(Arial)}';
const PROPERTY = '@property --x{syntax:"*";inherits:false}';
const CSS = `.a{top:0}.unused{top:0}.c{left:0}.from-script{top:0}.a:hover>p{top:var(--x)}${FONT}${PROPERTY}@media (scripting:none){${FONT}}`;
const HEAD = '<!DOCTYPE html><html><head><meta charset="utf-8"><title>T</title>';
const LONG = 'x'.repeat(60_000);

const pageWith = (body: string, { css = CSS, head = HEAD } = {}) =>
  `${head}<style>${css}</style></head><body>${body}</body></html>`;

const PAGE = pageWith(
  `<main><h1 class="a">x</h1><section><h2>y</h2><p class="c from-script">${LONG}</p></section></main>` +
    '<script type="module" src="/_astro/a.js"></script>',
);

const SCRIPTS = new Map([
  ['/_astro/a.js', 'e.className=`from-script d`'],
  ['/_astro/page.js', 'import{x}from"./parts.js";import("./later.js")'],
  ['/_astro/parts.js', 'import"./react.js"'],
  ['/_astro/react.js', 'import"./parts.js"'],
]);
const finish = (pages: string[], connectSources: string[] = []) =>
  finishSite({ pages, scripts: SCRIPTS, connectSources });
const { styles, finishPage } = finish([PAGE], ['https://project.supabase.co']);
const html = finishPage(PAGE, '/_astro/styles.x.css');
const $ = load(html);

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('the page has its critical CSS, and the style sheet has the rules for all pages and scripts', () => {
  const { class: first = '' } = $('h1').attr() ?? {};
  expect($('style').text()).toBe(`.${first}{top:0}${FONT}${PROPERTY}`);
  const { class: later = '' } = $('section p').attr() ?? {};
  expect(styles).toContain(`.${later},.from-script`);
  expect(styles).toContain(`.${first}:hover>p{top:var(--x)}`);
  expect(styles).not.toContain('.unused');
});

test.each(['e.className=`from-${x}`', 'e.className="a from-"+x'])(
  'a script that builds a class name from parts stops the build: %s',
  (script) => {
    const finishWith = (code: string) =>
      finishSite({ pages: [PAGE], scripts: new Map([['/_astro/a.js', code]]), connectSources: [] });
    expect(() => finishWith(script)).toThrow('“from-”');
    expect(() => finishWith('e.id=`to-${x}`')).not.toThrow();
  },
);

test.each([FONT, PROPERTY])('%s is in the page, and not in the style sheet', (rule) => {
  expect($('style').text()).toContain(rule);
  expect(styles.replace(/@media.*/, '')).not.toContain(rule.slice(0, rule.indexOf('{')));
});

test('a font face for browsers without JavaScript is only in the style sheet', () => {
  expect(styles).toContain(`@media (scripting:none){${FONT}}`);
  expect($('style').text()).not.toContain('scripting');
});

test('the page links the style sheet where its first screen ends', () => {
  const link = $('link[rel="stylesheet"]');
  expect(link.attr()).toMatchObject({ href: '/_astro/styles.x.css', fetchpriority: 'low' });
  expect(link.prev().is('h1')).toBe(true);
  expect(link.next().is('section')).toBe(true);
});

test('a short page links the style sheet at the end of the body', () => {
  const short = pageWith('<main><section><h2>y</h2></section></main>');
  expect(finish([short]).finishPage(short, '/s.css')).toContain(
    '</main><link rel="stylesheet" href="/s.css" fetchpriority="low"></body>',
  );
});

test('the CSP comes before the inline style, and allows the style and the speculation rules by hash', () => {
  const policy = $('meta[http-equiv="content-security-policy"]').attr('content')?.split(';') ?? [];
  expect(html.indexOf('http-equiv')).toBeLessThan(html.indexOf('<style>'));
  expect(policy).toContain(`style-src 'self' ${hashOf($('style').text())}`);
  expect(policy.find((part) => part.startsWith('script-src'))).toContain(hashOf(SPECULATION_RULES));
  expect(policy).toContain("connect-src 'self' https://project.supabase.co");
  expect(policy).toContain("default-src 'none'");
  expect(policy.join()).not.toContain('unsafe');
});

test('the script file is async and has a low priority', () => {
  expect($('body script').attr()).toEqual({
    type: 'module',
    async: '',
    fetchpriority: 'low',
    src: '/_astro/a.js',
  });
});

test('a script that imports others has no low priority, and is requested at once with all that it imports', () => {
  const page = pageWith('<script type="module" src="/_astro/page.js"></script>');
  const finished = load(finish([page]).finishPage(page, '/s.css'));
  const preloads = finished('head link[rel="modulepreload"]').get();
  expect(preloads.map(({ attribs }) => attribs.href)).toEqual([
    '/_astro/page.js',
    '/_astro/parts.js',
    '/_astro/react.js',
  ]);
  expect(finished('script').attr()).toEqual({ type: 'module', async: '', src: '/_astro/page.js' });
  expect($('link[rel="modulepreload"]').length).toBe(0);
});

test.each([
  ['with no place for its CSP', pageWith('x', { head: '<title>T</title>' })],
  ['with no place for its styles', pageWith('x').replace('</head>', '')],
])('a page %s stops the build', (_what, page) => {
  expect(() => finish([page]).finishPage(page, '/s.css')).toThrow('no place');
});

test('pages with different styles stop the build', () => {
  expect(() => finish([PAGE, pageWith('x', { css: '.z{top:0}' })])).toThrow('styles/global.css');
});
