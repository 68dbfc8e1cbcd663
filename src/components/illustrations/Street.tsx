import type { ComponentProps } from 'react';
import { Bungalow, Semi, Tenement, Terrace, Villa } from './buildings.tsx';
import { rectangles } from './svg-paths.ts';
import { Shapes } from './Shapes.tsx';

/** The size of the drawing in its own units. */
export const STREET = { width: 900, height: 270 };

const BASELINE_Y = 258;

/**
 * The buildings, from back to front: the drawing, its x, the width of the wall below it, its upward shift on a wide
 * screen, and the shape beside it.
 */
const HOUSES = [
  [Villa, 706, 1400, 'lg:[translate:0_-19.75rem]', 'fill-draw-leaf M168 0v-24a14 25 0 1 1 6 0V0'],
  [Semi, 536, 158, 'lg:[translate:0_-14.75rem]', 'fill-draw-leaf M155 0v-30a10 28 0 1 1 6 0V0'],
  [Tenement, 384, 140, 'lg:[translate:0_-9.5rem]', 'fill-draw-leaf M133 0v-22a13 22 0 1 1 5 0V0'],
  [Terrace, 190, 184, 'lg:[translate:0_-4.5rem]', 'fill-draw-roof-shade M181 0v-74h-5v-12l4-6h8l4 6v12h-5V0'],
  [Bungalow, 8, 172, undefined, 'fill-draw-leaf M165 0v-34a16 28 0 1 1 6 0V0'],
] as const;

/**
 * The ground below a building: a wall with some of its stones. On a narrow screen the street is
 * level, and shows only the top of the wall.
 */
const groundOf = (width: number) => `
  fill-draw-ground M-10 0h2000v600h-2000
  fill-draw-blonde-shade ${rectangles(
    [-12, 0, width + 8, 5],
    [16, 34, 30, 5],
    [80, 56, 24, 5],
    [120, 26, 22, 5],
    [62, 86, 18, 5],
  )}
`;

/**
 * A Scottish street. Its five buildings are the five property types of the valuation form. On a wide screen the street
 * climbs a hill, each building on its own terrace; on a narrow screen it is level.
 */
export function Street({ className = '', ...props }: ComponentProps<'svg'>) {
  return (
    <svg
      viewBox={`0 0 ${STREET.width} ${STREET.height}`}
      role="img"
      aria-label="A Scottish street: a bungalow, a granite terrace, a sandstone tenement, a semi-detached house and a villa, with hills behind."
      className={`block ${className}`}
      {...props}
    >
      <path
        className="fill-draw-harling-shade lg:[translate:0_-13.5rem]"
        d="M248 84a48 48 0 1 1 96 0 48 48 0 1 1-96 0"
      />
      <g className="lg:[translate:0_-8.5rem]">
        <Shapes>{`
          fill-draw-hill-far M-60 420 96 186l70 30L320 106l104 74 70-40 104 60L748 52l140 96 110-50
          l250 120 250-160 500 200v500H-60
          fill-draw-hill M-40 430 80 244l160-34 190 40 210-50 220 46 240-70 400 70 700-40v464H-40
        `}</Shapes>
      </g>
      {HOUSES.map(([House, x, width, rise, beside]) => (
        <g key={x} className={rise} transform={`translate(${x} ${BASELINE_Y})`}>
          <Shapes>{groundOf(width)}</Shapes>
          <House />
          <Shapes>{beside}</Shapes>
        </g>
      ))}
    </svg>
  );
}
