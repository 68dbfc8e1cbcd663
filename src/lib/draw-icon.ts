import { Resvg } from '@resvg/resvg-js';
import { MARK } from '../components/ui/mark.ts';
import { lightColour } from './scheme-colours.ts';

type Look = {
  /** Share of the tile that the mark takes. */
  markShare: number;
  /** The tile's corner, of 32. None for a system that cuts the tile into a shape of its own. */
  radius?: number;
  styles?: string;
};

/** For a browser's tab, where it is 16 to 32 pixels high. */
const TAB: Look = { markShare: 0.78, radius: 6 };

/** For a home screen: all that matters is inside the circle of 80 % that no system cuts. */
const HOME_SCREEN: Look = { markShare: 0.58 };

/** On a dark tab the tile would be lost: it turns light. The values are the dark scheme's. */
const DARK_TAB = '@media(prefers-color-scheme:dark){rect,.d{fill:#74c7c3}.g{fill:#05262a}}';

function icon({ markShare, radius = 0, styles }: Look): string {
  const [tile, paper] = [lightColour('action'), lightColour('paper')];
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">',
    styles && `<style>${styles}</style>`,
    `<rect width="32" height="32" rx="${radius}" fill="${tile}"/>`,
    `<g transform="translate(16 16)scale(${markShare})translate(-16 -15.5)">`,
    `<path class="g" fill="${paper}" d="${MARK.gable}"/><path class="d" fill="${tile}" d="${MARK.door}"/>`,
    '</g></svg>',
  ].join('');
}

function png(look: Look, sizePx: number): Buffer {
  return new Resvg(icon(look), { fitTo: { mode: 'width', value: sizePx } }).render().asPng();
}

/** The icon of a tab, light and dark, as SVG. */
export const drawTabIcon = (): string => icon({ ...TAB, styles: DARK_TAB });

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
