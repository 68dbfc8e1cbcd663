import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DEFAULT_DETAILS } from '../../site.ts';
import { Footer } from './Footer.tsx';

const footerWith = (agencyCredit: string) =>
  renderToStaticMarkup(<Footer site={{ ...DEFAULT_DETAILS, agencyCredit }} groups={[]} />);

test('the footer shows the agency credit, unless it is "off"', () => {
  expect(footerWith('Website by Real Studio')).toContain('<p>Website by Real Studio</p>');
  expect(footerWith('off')).not.toContain('<p>off</p>');
});
