import atkinson from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?inline';
import besley from '@fontsource-variable/besley/files/besley-latin-wght-normal.woff2?inline';
import { Resvg } from '@resvg/resvg-js';
import { renderToStaticMarkup } from 'react-dom/server';
import satori from 'satori';
import { Street } from '../components/illustrations/Street.tsx';
import { ShareCard } from '../components/sharing/ShareCard.tsx';
import stylesheet from '../styles/global.css?raw';
import { SHARE_IMAGE } from './share-image.ts';

/** A page that can be shared: its heading, and a word or two above it. */
export type SharedPage = { title: string; kicker: string };

/** The street's own grid, from its foot upwards. */
const STREET = { width: 1080, height: 300 };

const decode = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

const FONTS = [
  { name: 'Besley', data: decode(besley) },
  { name: 'Atkinson', data: decode(atkinson) },
];

/** The light scheme's tokens by name: the first value that the style sheet gives each. */
const COLOURS = new Map(
  Array.from(
    stylesheet.matchAll(/--color-([a-z-]+): (#[0-9a-f]+);/g),
    ([, name = '', value = '']) => [name, value] as const,
  ).reverse(),
);

/** @throws {Error} when the style sheet has no such token */
function colour(name: string): string {
  const value = COLOURS.get(name);
  if (value === undefined)
    throw new Error(`global.css has no --color-${name}, which the shared pictures use.`);
  return value;
}

const STREET_STYLES = [...COLOURS].map(([name, value]) => `.fill-${name}{fill:${value}}`).join('');

/** The brand's street along the foot of the picture, with the page's words above it, as a PNG. */
export async function drawShareImage(page: SharedPage, brand: string): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = SHARE_IMAGE;
  const words = await satori(<ShareCard {...page} brand={brand} colour={colour} />, {
    ...SHARE_IMAGE,
    fonts: FONTS,
  });
  const scale = width / STREET.width;
  const street = renderToStaticMarkup(<Street width={STREET.width} height={STREET.height} />);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <style>${STREET_STYLES}</style>
    <rect width="${width}" height="${height}" fill="${colour('paper')}"/>
    <g transform="translate(0 ${height - STREET.height * scale}) scale(${scale})">${street}</g>
    ${words}
  </svg>`;
  return new Uint8Array(new Resvg(svg).render().asPng());
}
