import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { attributesOf, DIST, readBuiltPages } from '../support/site/built-pages.ts';

const pages = [...readBuiltPages().values()];
const read = (path: string) => readFileSync(join(DIST, path));

/** Width and height, from the first chunk of a PNG file. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

test.each(pages)('$path has its icon inline, as a data URL', ({ $ }) => {
  expect(attributesOf($, 'link[rel~="icon"]', 'href')).toEqual([
    expect.stringMatching(/^data:image\/svg\+xml,<svg [^#]*<\/svg>$/),
  ]);
});

test('the ICO file contains one PNG of 32 pixels, at the offset in its header', () => {
  const ico = read('favicon.ico');
  const image = ico.subarray(ico.readUInt32LE(18));
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32]);
  expect(image).toHaveLength(ico.readUInt32LE(14));
  expect(sizeOf(image)).toBe('32x32');
});

test("Apple's icon is 180 pixels wide", () => {
  expect(sizeOf(read('apple-touch-icon.png'))).toBe('180x180');
});
