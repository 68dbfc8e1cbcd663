import { Resvg } from '@resvg/resvg-js';
import { MARK } from '../ui/mark.ts';
import { lightColour } from '../../styles/scheme-colours.ts';

type Look = {
  /** The tile's width, on the mark's grid of 32. */
  width: number;
  /** The tile's corner radius. None where the system crops the tile to its own shape. */
  radius?: number;
};

/** The browser tab's icon, shown 16 to 32 pixels high. */
const TAB: Look = { width: 42, radius: 8 };

/** The home screen's icon. The mark stays inside the central 80 %, which no system crops. */
const HOME_SCREEN: Look = { width: 56 };

/** The mark on a coloured tile. The SVG has no double quotes, because it also goes into an HTML attribute. */
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

/** The tab's icon as a data URL, which saves a request. */
export const tabIconUrl = (): string => `data:image/svg+xml,${icon(TAB).replaceAll('#', '%23')}`;

/** The home screen's icon as a PNG. */
export const renderHomeScreenIcon = (sizePx: number) => new Uint8Array(png(HOME_SCREEN, sizePx));

/**
 * The tab's icon for browsers without SVG icons: a PNG in an ICO file.
 *
 * @see https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
 */
export function renderIco(sizePx: number): Uint8Array<ArrayBuffer> {
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
