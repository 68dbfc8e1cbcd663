import { expect, test } from 'vitest';
import { groupSecret, qrImage } from './qr-image.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path fill="#000" d="M0,0"/></svg>';

test('the SVG of a QR code is encoded, so that # in a colour does not start a fragment', () => {
  const image = qrImage(SVG);
  expect(image).not.toContain('#');
  expect(decodeURIComponent(image.slice(image.indexOf(',') + 1))).toBe(SVG);
});

test('the secret is shown in groups of four', () => {
  expect(groupSecret('JBSWY3DPEHPK3PXP2A')).toBe('JBSW Y3DP EHPK 3PXP 2A');
});
