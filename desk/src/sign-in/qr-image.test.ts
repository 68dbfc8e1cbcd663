import { expect, test } from 'vitest';
import { groupSecret, qrImage } from './qr-image.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><path fill="#000" d="M0,0"/></svg>';

test('encodes the drawing, so that a colour does not end the address', () => {
  const image = qrImage(`data:image/svg+xml;utf-8,${SVG}`);
  expect(image).not.toContain('#');
  expect(decodeURIComponent(image.slice(image.indexOf(',') + 1))).toBe(SVG);
});

test('leaves an encoded drawing as it is', () => {
  const encoded = encodeURIComponent(SVG);
  expect(qrImage(`data:image/svg+xml;utf-8,${encoded}`)).toBe(`data:image/svg+xml;charset=utf-8,${encoded}`);
});

test('groups a secret by four', () => {
  expect(groupSecret('JBSWY3DPEHPK3PXP2A')).toBe('JBSW Y3DP EHPK 3PXP 2A');
});
