import sharp from 'sharp';
import { refuseUnless } from '../refused.ts';

export type Picture = { whole: Buffer; small: Buffer; width: number; height: number };

/** The longest side of the picture that is kept, and of the one for lists, in pixels. */
const WHOLE_PX = 2048;
const SMALL_PX = 320;

/** The browser makes pictures smaller, so this only limits what somebody else sends: about 200 MB of memory. */
const MOST_PIXELS = 25_000_000;

const MOST_SECONDS = 20;

// Only these formats are ever read: no other decoder of the library sees what somebody has sent.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// One picture at a time, with one thread and nothing kept, so that the memory is bounded.
sharp.cache(false);
sharp.concurrency(1);

const TOO_MANY_PIXELS = 'This picture is too large. Please send it with fewer than 25 million pixels.';
const DAMAGED = 'This picture is damaged or not complete. Please send it again.';

const jpegOf = (bytes: Buffer, longestSide: number, quality: number) =>
  sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .jpeg({ quality })
    .timeout({ seconds: MOST_SECONDS })
    .toBuffer({ resolveWithObject: true });

/**
 * Makes a picture anew from its pixels: the right way up, as JPEG, and with nothing else of the file, so without the place
 * where it was taken and without anything that is hidden in it. Of an animation, the first picture.
 *
 * @throws {Refused} 422 with a sentence for whoever has sent the file
 */
export async function makePicture(bytes: Buffer): Promise<Picture> {
  try {
    const { data: whole, info } = await jpegOf(bytes, WHOLE_PX, 78);
    const { data: small } = await jpegOf(whole, SMALL_PX, 70);
    return { whole, small, width: info.width, height: info.height };
  } catch (error) {
    refuseUnless(!String(error).includes('pixel limit'), 'file', TOO_MANY_PIXELS);
    refuseUnless(false, 'file', DAMAGED);
  }
}
