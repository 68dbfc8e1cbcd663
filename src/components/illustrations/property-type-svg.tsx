import { renderToStaticMarkup } from 'react-dom/server';
import type { PROPERTY_TYPES } from '#lead/valuation.ts';
import { PropertyTypePicture } from './PropertyTypePicture.tsx';
import { DARK_COLOURS, LIGHT_COLOURS } from '../../styles/scheme-colours.ts';

/**
 * The valuation form's picture of a property type as an SVG file. The file contains its light and its dark colours,
 * because the page's CSS does not apply to it.
 */
export function propertyTypeSvg(type: (typeof PROPERTY_TYPES)[number]): string {
  const svg = renderToStaticMarkup(<PropertyTypePicture type={type} />);
  const rules = (colours: ReadonlyMap<string, string>) =>
    [...colours]
      .filter(([name]) => svg.includes(`"fill-${name}"`))
      .map(([name, value]) => `.fill-${name}{fill:${value}}`)
      .join('');
  const styles = `${rules(LIGHT_COLOURS)}@media(prefers-color-scheme:dark){${rules(DARK_COLOURS)}}`;
  return svg
    .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
    .replace('>', `><style>${styles}</style>`);
}
