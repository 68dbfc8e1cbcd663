import { Resvg } from '@resvg/resvg-js';
import { MARK } from '../components/ui/mark.ts';
import { lightColour } from './scheme-colours.ts';

type Look = {
  /** The tile's width, on the mark's grid of 32. */
  width: number;
  /** The tile's corner. None for a system that cuts the tile into a shape of its own. */
  radius?: number;
};

/** For a browser's tab, where it is 16 to 32 pixels high. */
const TAB: Look = { width: 42, radius: 8 };

/** For a home screen: all that matters is inside the circle of 80 % that no system cuts. */
const HOME_SCREEN: Look = { width: 56 };

/** The mark in paper on a tile that shows on light and on dark. Without double quotes: it also stands in an attribute. */
function icon({ width, radius = 0 }: Look): string {
  const [x, y] = [16 - width / 2, 15.5 - width / 2];
  return [
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='${x} ${y} ${width} ${width}'>`,
    `<rect x='${x}' y='${y}' width='${width}' height='${width}' rx='${radius}' fill='${lightColour('action')}'/>`,
    `<path fill='${lightColour('paper')}' fill-rule='evenodd' d='${MARK.gable}${MARK.door}'/></svg>`,
  ].join('');
}

function png(look: Look, sizePx: number): Buffer {
  return new Resvg(icon(look), { fitTo: { mode: 'width', value: sizePx } }).render().asPng();
}

/** The icon of a tab, as an address that holds it: a request less for every visit. */
export const tabIconUrl = (): string => `data:image/svg+xml,${icon(TAB).replaceAll('#', '%23')}`;

/** The icon of a home screen, as a PNG. */
export const drawHomeScreenIcon = (sizePx: number) => new Uint8Array(png(HOME_SCREEN, sizePx));

/**
 * The icon of a tab for browsers that know no other: a PNG in an ICO file.
 *
 * @see https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
 */
export function drawIco(sizePx: number): Uint8Array<ArrayBuffer> {
  const image = png(TAB, sizePx);
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // of one image
  head.writeUInt8(sizePx, 6);
  head.writeUInt8(sizePx, 7);
  head.writeUInt16LE(1, 10); // colour planes
  head.writeUInt16LE(32, 12); // bits per pixel
  head.writeUInt32LE(image.length, 14);
  head.writeUInt32LE(head.length, 18);
  return new Uint8Array(Buffer.concat([head, image]));
}
