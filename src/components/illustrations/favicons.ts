import { Resvg } from '@resvg/resvg-js';
import { LOGO_PATHS } from '../ui/logo-paths.ts';
import { lightColour } from '../../styles/scheme-colours.ts';

type Look = {
  /** The tile's width, on the logo's grid of 32. */
  width: number;
  /** The tile's corner radius. Omitted where the system crops the icon itself. */
  radius?: number;
};

/** The favicon, shown 16 to 32 pixels high. */
const FAVICON: Look = { width: 42, radius: 8 };

/** The Apple touch icon. The logo stays inside the central 80 %, which no system crops. */
const TOUCH_ICON: Look = { width: 56 };

/** The logo on a coloured tile. The SVG has no double quotes, because it also goes into an HTML attribute. */
function icon({ width, radius = 0 }: Look): string {
  const [x, y] = [16 - width / 2, 15.5 - width / 2];
  return [
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='${x} ${y} ${width} ${width}'>`,
    `<rect x='${x}' y='${y}' width='${width}' height='${width}' rx='${radius}' fill='${lightColour('action')}'/>`,
    `<path fill='${lightColour('paper')}' fill-rule='evenodd' d='${LOGO_PATHS.gable}${LOGO_PATHS.door}'/></svg>`,
  ].join('');
}

function png(look: Look, sizePx: number): Buffer {
  return new Resvg(icon(look), { fitTo: { mode: 'width', value: sizePx } }).render().asPng();
}

/** The favicon as a data URL, which saves a request. */
export const faviconUrl = (): string => `data:image/svg+xml,${icon(FAVICON).replaceAll('#', '%23')}`;

export const renderTouchIcon = (sizePx: number) => new Uint8Array(png(TOUCH_ICON, sizePx));

/**
 * The favicon as an ICO file, for browsers without SVG favicons: a PNG in an ICO container.
 *
 * @see https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
 */
export function renderIco(sizePx: number): Uint8Array<ArrayBuffer> {
  const image = png(FAVICON, sizePx);
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // type: icon
  head.writeUInt16LE(1, 4); // number of images
  head.writeUInt8(sizePx, 6);
  head.writeUInt8(sizePx, 7);
  head.writeUInt16LE(1, 10); // colour planes
  head.writeUInt16LE(32, 12); // bits per pixel
  head.writeUInt32LE(image.length, 14);
  head.writeUInt32LE(head.length, 18);
  return new Uint8Array(Buffer.concat([head, image]));
}
