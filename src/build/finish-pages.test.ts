import { createHash } from 'node:crypto';
import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { finishSite } from './finish-pages.ts';

const FONT = '@font-face{font-family:web;src:url(/_astro/web.woff2)}';
const CSS = `.a{top:0}.unused{top:0}.c{left:0}.from-script{top:0}.a:hover>p{top:1px}${FONT}`;
const HEAD = '<!DOCTYPE html><html><head><meta charset="utf-8"><title>T</title>';
const FIRST_PAINT_TAG = '<script type="module" src="/_astro/FirstPaint.astro_astro_type.x.js"></script>';
const LONG = 'x'.repeat(60_000);

const pageWith = (body: string, { css = CSS, head = HEAD } = {}) =>
  `${head}<style>${css}</style>${FIRST_PAINT_TAG}</head><body>${body}</body></html>`;

const PAGE = pageWith(
  `<main><h1 class="a">x</h1><h2>y</h2><p>z</p><p class="c from-script">${LONG}</p></main>` +
    '<div data-island="i"><p>1<!-- -->2</p></div><!--island--><p>3<!-- -->4</p>' +
    '<script type="module" src="/_astro/a.js"></script>',
);

const FIRST_PAINT = 'first()';
const finish = (pages: string[], connectSources: string[] = []) =>
  finishSite({
    pages,
    scripts: ['e.className=`from-script d`'],
    firstPaint: FIRST_PAINT,
    connectSources,
  });
const { styles, finishPage } = finish([PAGE], ['https://project.supabase.co']);
const html = finishPage(PAGE, '/_astro/styles.x.css');
const $ = load(html);

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('the page has the styles of its first screen, the sheet those of all its classes and scripts', () => {
  const { class: first = '' } = $('h1').attr() ?? {};
  expect($('style').text()).toBe(`.${first}{top:0}`);
  const { class: later = '' } = $('main p').last().attr() ?? {};
  expect(styles).toContain(`.${later},.from-script`);
  expect(styles).toContain(`.${first}:hover>p{top:1px}`);
  expect(styles).not.toContain('.unused');
});

test('a web font is in the sheet only', () => {
  expect($('style').text()).not.toContain('@font-face');
  expect(styles).toContain(FONT);
});

test('the head links the sheet for them, and runs the first script in place of its file', () => {
  expect($('noscript').html()).toBe('<link rel="stylesheet" href="/_astro/styles.x.css">');
  expect(
    $('head script')
      .map((_, script) => $(script).text())
      .get(),
  ).toEqual([FIRST_PAINT]);
});

test('the policy comes before what it is about, and allows that by its hash', () => {
  const policy = $('meta[http-equiv="content-security-policy"]').attr('content')?.split(';') ?? [];
  expect(html.indexOf('http-equiv')).toBeLessThan(html.indexOf('<style>'));
  expect(policy).toContain(`style-src 'self' ${hashOf($('style').text())}`);
  expect(policy.find((part) => part.startsWith('script-src'))).toContain(hashOf(FIRST_PAINT));
  expect(policy).toContain("connect-src 'self' https://project.supabase.co");
  expect(policy).toContain("default-src 'none'");
  expect(policy.join()).not.toContain('unsafe');
});

test('the script in a file comes after what is seen', () => {
  expect($('body script').attr()).toEqual({ type: 'module', fetchpriority: 'low', src: '/_astro/a.js' });
});

test('marks between texts stay in an island, which needs them, and nowhere else', () => {
  expect(html).toContain('<p>1<!-- -->2</p></div><p>34</p>');
});

test.each([
  ['with no place for its policy', pageWith('x', { head: '<title>T</title>' })],
  ['with no place for its styles', pageWith('x').replace(FIRST_PAINT_TAG, '')],
])('a page %s stops the build', (_what, page) => {
  expect(() => finish([page]).finishPage(page, '/s.css')).toThrow('no place');
});

test('so do pages with different styles', () => {
  expect(() => finish([PAGE, pageWith('x', { css: '.z{top:0}' })])).toThrow('styles/global.css');
});
