import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { createElement } from 'react';
import { Notices } from '#src/components/sections/Notices.tsx';
import { SECURITY_HEADERS } from '#support/server/test-app.ts';
import { createSiteCopy } from '#support/site/site-copy.ts';
import { openSite } from './site.ts';
import { showNotices, withNoticesOf } from './show-notices.ts';

const NOTICES = [
  { text: 'Closed over New Year', from: new Date('2026-12-24'), until: new Date('2027-01-03') },
  { text: 'We have moved', from: new Date('2027-01-03'), until: new Date('2027-01-31') },
];
const render = (today: string) => renderToStaticMarkup(createElement(Notices, { notices: NOTICES, today }));
/** What a reader of a page sees. */
const shownIn = (html: string) =>
  html
    .split('<aside')
    .filter((part) => !/^[^>]* hidden/.test(part))
    .join('')
    .match(/Closed over New Year|We have moved/g) ?? [];

test.each([
  ['2026-12-23', []],
  ['2026-12-24', ['Closed over New Year']],
  ['2027-01-03', ['Closed over New Year', 'We have moved']],
  ['2027-01-04', ['We have moved']],
  ['2027-02-01', []],
])('on %s, a page shows %j, whatever the day of its build', (today, expected) => {
  expect(shownIn(render(today))).toEqual(expected);
  for (const built of ['2026-12-01', '2027-01-03']) {
    expect(withNoticesOf(today, render(built))).toBe(render(today));
  }
});

test('the server shows and hides a notice as the Scottish day begins, and leaves other pages alone', async () => {
  vi.useFakeTimers({
    now: new Date('2026-12-23T23:58:30Z'),
    toFake: ['setInterval', 'clearInterval', 'Date'],
  });
  const directory = await createSiteCopy();
  writeFileSync(join(directory, 'glasgow.html'), `<main>${render('2026-12-01')}</main>`);
  const site = openSite(directory, { headers: SECURITY_HEADERS });
  const end = showNotices(site);
  expect(shownIn(site.readPage('/glasgow') ?? '')).toEqual([]);

  await vi.advanceTimersByTimeAsync(60_000);
  expect(shownIn(site.readPage('/glasgow') ?? '')).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(() => shownIn(site.readPage('/glasgow') ?? '')).toEqual(['Closed over New Year']);
  vi.setSystemTime(new Date('2027-02-01T00:00:00Z'));
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(() => shownIn(site.readPage('/glasgow') ?? '')).toEqual([]);
  expect(site.readPage('/')).toBe(readFileSync(join(directory, 'index.html'), 'utf8'));
  end();
});
