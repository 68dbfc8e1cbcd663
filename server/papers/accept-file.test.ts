import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { HIDDEN, hostileFiles } from '#support/papers/hostile-files.ts';
import { Refused } from '../refused.ts';
import { acceptFile, acceptInTurn } from './accept-file.ts';

const files = await hostileFiles();

const SENTENCES: Record<string, string> = {
  neither: 'This is neither a picture (JPEG, PNG or WebP) nor a PDF.',
  empty: 'This is neither a picture (JPEG, PNG or WebP) nor a PDF.',
  HEIC: 'This picture is in the format HEIC',
  'too large': 'This picture is too large.',
  damaged: 'This picture is damaged or not complete.',
};

describe.each(files)('$what', ({ bytes, outcome }) => {
  test(`is: ${outcome}`, async () => {
    const accepted = await acceptFile(bytes).catch((error: unknown) => error);
    if (outcome === 'pdf') {
      expect(accepted).toEqual({ fileType: 'pdf', whole: bytes });
      return;
    }
    if (outcome !== 'picture') {
      expect(accepted).toBeInstanceOf(Refused);
      expect(accepted).toMatchObject({ status: 422, hint: 'file' });
      expect((accepted as Refused).message).toContain(SENTENCES[outcome]);
      return;
    }
    expect(accepted).toMatchObject({ fileType: 'jpeg' });
    const { whole, small, width, height } = accepted as Record<'whole' | 'small', Buffer> &
      Record<'width' | 'height', number>;
    for (const [kept, longest] of [
      [whole, 2048],
      [small, 320],
    ] as const) {
      const described = await sharp(kept).metadata();
      expect(described).toMatchObject({ format: 'jpeg', space: described.space });
      // Nothing of the file is left but its pixels.
      for (const part of ['exif', 'xmp', 'iptc', 'icc', 'orientation', 'comments'] as const)
        expect(described[part], part).toBeUndefined();
      expect(kept.includes(HIDDEN)).toBe(false);
      expect(kept.includes('<script')).toBe(false);
      expect(Math.max(described.width, described.height)).toBeLessThanOrEqual(longest);
    }
    const { width: wide, height: high } = await sharp(whole).metadata();
    expect([width, height]).toEqual([wide, high]);
  });
});

test('a picture on its side is put upright', async () => {
  const { bytes } = files.find(({ what }) => what === 'a JPEG on its side') ?? { bytes: Buffer.alloc(0) };
  expect(await acceptFile(bytes)).toMatchObject({ width: 40, height: 60 });
});

test('twenty large files at once need no more than 400 MB', async () => {
  const pixels = { width: 5000, height: 5000, channels: 3 as const, background: '#888' };
  const heaviest = await sharp({ create: { ...pixels, noise: { type: 'gaussian', mean: 128, sigma: 3 } } })
    .jpeg({ quality: 40, progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
  expect(heaviest.length).toBeLessThan(15 * 1024 * 1024);
  const before = process.memoryUsage.rss();
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 5);
  const sent = Array.from({ length: 20 }, () =>
    acceptInTurn(
      () => Promise.resolve(Buffer.from(heaviest)),
      (file) => Promise.resolve(file?.whole.length),
    ),
  );
  const stored = await Promise.all(sent);
  clearInterval(timer);
  expect(new Set(stored).size).toBe(1);
  expect((most - before) / 1e6).toBeLessThan(400);
});
