import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DEFAULT_DETAILS } from '../../site.ts';
import { Footer } from './Footer.tsx';

test.each([
  ['Website by Real Studio', true],
  ['off', false],
])('whether the footer names the site’s maker if the agency credit is %j: %s', (agencyCredit, isShown) => {
  const html = renderToStaticMarkup(<Footer site={{ ...DEFAULT_DETAILS, agencyCredit }} groups={[]} />);
  expect(html.includes(`<p>${agencyCredit}</p>`)).toBe(isShown);
});
