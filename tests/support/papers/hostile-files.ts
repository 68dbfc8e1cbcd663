import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A word that is hidden in files, and that must not be in what is kept of a picture. */
export const HIDDEN = 'ZEBEDEE-55.9533-N';

type Outcome = 'picture' | 'pdf' | 'neither' | 'HEIC' | 'too large' | 'damaged' | 'empty';
/** A file that somebody may send: its name says nothing about what it is. */
export type HostileFile = { what: string; name: string; bytes: Buffer; outcome: Outcome };

const text = (words: string) => Buffer.from(words);
const scene = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#b43' } });
const script = `<script>fetch('/x?'+document.cookie)</script>${HIDDEN}`;

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crcOf = (bytes: Buffer) =>
  (bytes.reduce((crc, byte) => (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8), 0xffffffff) ^
    0xffffffff) >>>
  0;

/** One chunk of a PNG, with the right checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([text(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crcOf(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A PNG that says that it has this size, with hardly any pixels in it. */
function pngOf(width: number, height: number, ...extra: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', deflateSync(Buffer.alloc(Math.min(1 + 3 * width, 4096) * Math.min(height, 100)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A JPEG whose header says that it has another size. */
function jpegSaying(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const start = changed.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc2].includes(changed[at + 1] ?? 0));
  changed.writeUInt16BE(height, start + 5);
  changed.writeUInt16BE(width, start + 7);
  return changed;
}

const box = (type: string, brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), text(`${type}${brand}`), Buffer.alloc(4), text(`mif1${brand}`)]);

const pdf = (body: string) => text(`%PDF-1.7\n1 0 obj\n<< /Type /Catalog ${body} >>\nendobj\n%%EOF\n`);

/** Files of all kinds, most of them with something hidden in them, made from nothing. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const jpeg = await scene().jpeg().toBuffer();
  const png = await scene().png().toBuffer();
  const webp = await scene().webp().toBuffer();
  const withGps = await scene()
    .withExif({
      IFD0: { Copyright: HIDDEN, Artist: HIDDEN },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 57/1 0/1', GPSLongitudeRef: 'W' },
    })
    .jpeg()
    .toBuffer();
  const zip = Buffer.concat([Buffer.from('504b0304140000000800', 'hex'), Buffer.alloc(20), text(HIDDEN)]);
  const animation = sharp([png, png], { join: { animated: true } });
  const large = await sharp({
    create: {
      width: 3000,
      height: 2000,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg({ progressive: true })
    .toBuffer();
  const xmp = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xe1, 0, 33 + HIDDEN.length]),
    text(`http://ns.adobe.com/xap/1.0/\0${HIDDEN}  `),
    jpeg.subarray(2),
  ]);
  const comment = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, 2 + script.length]),
    text(script),
    jpeg.subarray(2),
  ]);

  const rows: [what: string, bytes: Buffer, outcome: Outcome, name?: string][] = [
    ['a JPEG', jpeg, 'picture'],
    ['a PNG', png, 'picture'],
    ['a WebP', webp, 'picture'],
    ['a JPEG with GPS and a copyright in EXIF', withGps, 'picture'],
    ['a JPEG with XMP', xmp, 'picture'],
    ['a JPEG with a script in a comment', comment, 'picture'],
    ['a JPEG with a colour profile', await scene().withIccProfile('p3').jpeg().toBuffer(), 'picture'],
    ['a JPEG in CMYK', await scene().toColourspace('cmyk').jpeg().toBuffer(), 'picture'],
    ['a JPEG in grey', await scene().greyscale().jpeg().toBuffer(), 'picture'],
    ['a progressive JPEG of six million pixels', large, 'picture'],
    ['a JPEG on its side', await scene().withMetadata({ orientation: 6 }).jpeg().toBuffer(), 'picture'],
    ['a PNG with 16 bits', await scene().toColourspace('rgb16').png().toBuffer(), 'picture'],
    ['a PNG with a palette', await scene().png({ palette: true }).toBuffer(), 'picture'],
    ['an interlaced PNG', await scene().png({ progressive: true }).toBuffer(), 'picture'],
    ['a PNG that is transparent', await scene().ensureAlpha(0).png().toBuffer(), 'picture'],
    [
      'a PNG with a text chunk',
      Buffer.concat([png.subarray(0, 33), chunk('tEXt', text(`Comment\0${script}`)), png.subarray(33)]),
      'picture',
    ],
    ['an animated WebP', await animation.clone().webp().toBuffer(), 'picture'],
    ['a picture of one pixel', await scene(1, 1).png().toBuffer(), 'picture'],
    ['a picture of 1 × 12,000 pixels', await scene(1, 12_000).png().toBuffer(), 'picture'],
    ['a JPEG with a ZIP behind it', Buffer.concat([jpeg, zip]), 'picture'],
    ['a JPEG with HTML behind it', Buffer.concat([jpeg, text(`<html>${script}`)]), 'picture'],
    ['a JPEG with a PDF behind it', Buffer.concat([jpeg, pdf(script)]), 'picture'],
    ['a PNG with PHP behind it', Buffer.concat([png, text(`<?php system($_GET[0]); ${HIDDEN}`)]), 'picture'],
    ['a JPEG called .pdf', jpeg, 'picture', 'report.pdf'],
    ['a JPEG called .exe', jpeg, 'picture', 'setup.exe'],
    ['a JPEG with slashes in its name', jpeg, 'picture', '../../../etc/passwd\\..\\x.jpg'],
    ['a JPEG with a name from right to left', jpeg, 'picture', 'kitchen\u202egpj.exe'],
    ['a JPEG with a name of 300 letters', jpeg, 'picture', `${'k'.repeat(300)}.jpg`],
    ['a JPEG without a name', jpeg, 'picture', ''],
    ['a JPEG with HTML as its name', jpeg, 'picture', '<img src=x onerror=alert(1)>.jpg'],
    ['a JPEG with line breaks and NUL in its name', jpeg, 'picture', 'a\r\nSet-Cookie: x=1\0.jpg'],
    ['a PDF', pdf(''), 'pdf'],
    ['a PDF with a script', pdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'), 'pdf'],
    ['a PDF with a form', pdf('/AcroForm << /XFA (x) /NeedAppearances true >>'), 'pdf'],
    ['a PDF that starts a program', pdf('/OpenAction << /S /Launch /F (cmd.exe) >>'), 'pdf'],
    ['a PDF with HTML in it', pdf(script), 'pdf'],
    ['a PDF called .jpg', pdf(''), 'pdf', 'kitchen.jpg'],
    ['a PDF of nothing but its first line', text('%PDF-1.7\n'), 'pdf'],
    ['a PNG of 50,000 × 50,000 pixels', pngOf(50_000, 50_000), 'too large'],
    ['a PNG of 5,001 × 5,000 pixels', pngOf(5_001, 5_000), 'too large'],
    ['a PNG of 2,147,483,647 pixels in a row', pngOf(2_147_483_647, 1), 'damaged'],
    ['a JPEG of 50,000 × 50,000 pixels', jpegSaying(jpeg, 50_000, 50_000), 'too large'],
    ['a JPEG of 65,535 × 65,535 pixels', jpegSaying(jpeg, 65_535, 65_535), 'damaged'],
    ['a JPEG that says it is ten times as high', jpegSaying(jpeg, 60, 400), 'picture'],
    ['a PNG with fewer pixels than it says', pngOf(3_000, 3_000), 'damaged'],
    ['a PNG with a width of 0', pngOf(0, 10), 'damaged'],
    ['a truncated JPEG', jpeg.subarray(0, jpeg.length / 2), 'damaged'],
    ['the first bytes of a JPEG', jpeg.subarray(0, 20), 'damaged'],
    ['a truncated PNG', png.subarray(0, png.length - 30), 'damaged'],
    ['a truncated WebP', webp.subarray(0, webp.length - 20), 'damaged'],
    [
      'three bytes of a JPEG and then HTML',
      Buffer.concat([jpeg.subarray(0, 3), text(`<html>${script}`)]),
      'damaged',
    ],
    [
      'the first bytes of a PNG and then a script',
      Buffer.concat([png.subarray(0, 16), text(script)]),
      'damaged',
    ],
    ['nothing', Buffer.alloc(0), 'empty', 'empty.jpg'],
    ['one byte', Buffer.from([0xff]), 'neither'],
    ['a thousand zeros', Buffer.alloc(1000), 'neither'],
    ['text', text(`Dear firm, ${HIDDEN}`), 'neither', 'letter.pdf'],
    [
      'an SVG with a script',
      text(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
      'neither',
      'plan.svg',
    ],
    [
      'an SVG with an XML head, called .jpg',
      text(`<?xml version="1.0"?><svg>${script}</svg>`),
      'neither',
      'plan.jpg',
    ],
    [
      'an SVG that reads a file',
      text('<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><svg>&f;</svg>'),
      'neither',
    ],
    ['HTML with a script', text(`<!doctype html>${script}`), 'neither', 'kitchen.jpg'],
    ['HTML and then a JPEG', Buffer.concat([text(`<html>${script}`), jpeg]), 'neither'],
    ['HTML and then a PDF', Buffer.concat([text(`<html>${script}`), pdf('')]), 'neither'],
    ['a ZIP called .jpg', zip, 'neither', 'pictures.jpg'],
    ['a program for Windows', text(`MZ${'\0'.repeat(100)}`), 'neither', 'x.jpg'],
    ['a program for Linux', Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(100)]), 'neither'],
    ['a shell script', text('#!/bin/sh\nrm -rf /\n'), 'neither'],
    ['an animated GIF', await animation.clone().gif().toBuffer(), 'neither'],
    ['a TIFF', await scene().tiff().toBuffer(), 'neither'],
    ['a BMP', Buffer.concat([text('BM'), Buffer.alloc(100)]), 'neither'],
    ['an AVIF', box('ftyp', 'avif'), 'neither'],
    ['a HEIC', box('ftyp', 'heic'), 'HEIC', 'IMG_0001.HEIC'],
    ['a HEIC called .jpg', box('ftyp', 'heic'), 'HEIC', 'IMG_0001.jpg'],
    ['a HEIC sequence', box('ftyp', 'hevc'), 'HEIC'],
    ['a film', box('ftyp', 'isom'), 'neither', 'film.mp4'],
    ['PostScript', text('%!PS-Adobe-3.0\n(x) run\n'), 'neither', 'plan.pdf'],
    [
      'a picture for ImageMagick',
      text("push graphic-context\nfill 'url(https://x/|id)'"),
      'neither',
      'x.png',
    ],
  ];
  return rows.map(([what, bytes, outcome, name = 'kitchen.jpg']) => ({ what, bytes, outcome, name }));
}
