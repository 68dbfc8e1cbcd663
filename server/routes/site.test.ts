import { describe, expect, test } from 'vitest';
import { SITE_FIXTURE } from '../../tests/support/app.ts';
import { openSite } from './site.ts';

const site = openSite(SITE_FIXTURE);

describe('the file of an address', () => {
  test.each([
    ['/', 'index.html'],
    ['/glasgow', 'glasgow.html'],
    ['/_astro/form.abc.js', '_astro/form.abc.js'],
    ['/glasgow.html', undefined],
    ['/index.html', undefined],
    ['/../app.ts', undefined],
    ['', undefined],
    ['/__proto__', undefined],
  ])('%s is %s', (path, file) => {
    expect(site.fileOf(path)).toBe(file);
  });
});

test('only a page is read as one', async () => {
  expect(await site.readPage('/glasgow')).toContain('<h1>Glasgow</h1>');
  expect(await site.readPage('/_astro/form.abc.js')).toBeUndefined();
  expect(await site.readPage('/../app.ts')).toBeUndefined();
});

test('a site that has not been built is refused in one sentence that says what to do', () => {
  expect(() => openSite('/nowhere')).toThrow('There is no site in /nowhere: run "npm run build" first.');
});
