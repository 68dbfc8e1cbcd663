import besley from '@fontsource-variable/besley/files/besley-latin-wght-normal.woff2?inline';
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?inline';
import { Resvg } from '@resvg/resvg-js';
import { renderToStaticMarkup } from 'react-dom/server';
import satori from 'satori';
import { STREET, Street } from '../components/illustrations/Street.tsx';
import { ShareCard } from './ShareCard.tsx';
import { LIGHT_COLOURS, lightColour } from '../styles/scheme-colours.ts';
import { SHARE_IMAGE } from './share-image.ts';

/** The texts on a page's Open Graph image: the page's heading, and a short text above it (the kicker). */
export type ShareImageTexts = { title: string; kicker: string };

const decode = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

const FONTS = [
  { name: 'Besley', data: decode(besley) },
  { name: 'Figtree', data: decode(figtree) },
];

const STREET_STYLES = [...LIGHT_COLOURS].map(([name, value]) => `.fill-${name}{fill:${value}}`).join('');

/** Renders a page's Open Graph image as a PNG: its heading above the drawing of the street. */
export async function renderShareImage(
  texts: ShareImageTexts,
  brand: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = SHARE_IMAGE;
  const card = await satori(<ShareCard {...texts} brand={brand} colour={lightColour} />, {
    ...SHARE_IMAGE,
    fonts: FONTS,
  });
  const scale = width / STREET.width;
  const street = renderToStaticMarkup(<Street width={STREET.width} height={STREET.height} />);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <style>${STREET_STYLES}</style>
    <rect width="${width}" height="${height}" fill="${lightColour('paper')}"/>
    <g transform="translate(0 ${height - STREET.height * scale}) scale(${scale})">${street}</g>
    ${card}
  </svg>`;
  return new Uint8Array(new Resvg(svg).render().asPng());
}
