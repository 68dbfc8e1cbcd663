import { expect, test } from 'vitest';
import { groupSecret, qrImage } from './qr-image.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path fill="#000" d="M0,0"/></svg>';

test('the SVG of a QR code is encoded, so that # in a colour does not start a fragment', () => {
  const image = qrImage(`data:image/svg+xml;utf-8,${SVG}`);
  expect(image).not.toContain('#');
  expect(decodeURIComponent(image.slice(image.indexOf(',') + 1))).toBe(SVG);
});

test('an SVG that is already encoded is not encoded again', () => {
  const encoded = encodeURIComponent(SVG);
  expect(qrImage(`data:image/svg+xml;utf-8,${encoded}`)).toBe(`data:image/svg+xml;charset=utf-8,${encoded}`);
});

test('the secret is shown in groups of four', () => {
  expect(groupSecret('JBSWY3DPEHPK3PXP2A')).toBe('JBSW Y3DP EHPK 3PXP 2A');
});
