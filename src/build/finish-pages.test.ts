import { createHash } from 'node:crypto';
import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { finishPage } from './finish-pages.ts';
import { namesInScripts } from './names.ts';

const HTML =
  '<!DOCTYPE html><html><head><meta charset="utf-8"><title>T</title>' +
  '<style>.a{top:0}.b{top:0}.from-script{top:0}.a:hover>p{top:1px}</style></head>' +
  '<body><p class="a">x</p></body></html>';

const policyOf = (html: string) =>
  load(html)('meta[http-equiv="content-security-policy"]').attr('content')?.split(';') ?? [];

test('a page keeps the styles of its classes and of its scripts', () => {
  const $ = load(finishPage(HTML, namesInScripts(['e.className=`from-script c`']), []));
  expect($('style').text()).toBe('.b,.from-script{top:0}.b:hover>p{top:1px}');
});

test('its policy comes before them, and allows them by their hash and no script in the page', () => {
  const html = finishPage(HTML, namesInScripts([]), ['https://project.supabase.co']);
  expect(html.indexOf('http-equiv')).toBeLessThan(html.indexOf('<style>'));
  const hash = createHash('sha256').update(load(html)('style').text()).digest('base64');
  expect(policyOf(html)).toContain(`style-src 'sha256-${hash}'`);
  expect(policyOf(html)).toContain("connect-src 'self' https://project.supabase.co");
  expect(policyOf(html)).toContain("default-src 'none'");
  expect(policyOf(html).join()).not.toContain('unsafe');
});

test('its script comes after what is seen', () => {
  const html = HTML.replace('</body>', '<script type="module" src="/_astro/a.js"></script></body>');
  const $ = load(finishPage(html, namesInScripts([]), []));
  expect($('script').attr()).toEqual({ type: 'module', fetchpriority: 'low', src: '/_astro/a.js' });
});

test('a page with no place for its policy stops the build', () => {
  expect(() => finishPage('<title>T</title>', namesInScripts([]), [])).toThrow('policy');
});
