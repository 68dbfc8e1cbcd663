import type { JSX } from 'react';
import type { Building } from '../../schemas/city.ts';
import { Bungalow, Semi, Tenement, Terrace, Villa } from './buildings.tsx';

/** Each drawing, its width and its height up to the chimney pots. */
const DRAWINGS: Record<Building, { Drawing: () => JSX.Element; width: number; height: number }> = {
  tenement: { Drawing: Tenement, width: 128, height: 223 },
  terrace: { Drawing: Terrace, width: 176, height: 158 },
  semi: { Drawing: Semi, width: 150, height: 136 },
  bungalow: { Drawing: Bungalow, width: 154, height: 104 },
  villa: { Drawing: Villa, width: 154, height: 158 },
};

/** Between houses of different kinds; two of a kind share a wall. */
const GAP = 26;
const SKY = 66;

/** The drawings side by side: where each begins, and how wide and high the street becomes. */
function layOut(buildings: readonly Building[]) {
  let end = 0;
  const places = buildings.map((building, index) => {
    const start = index === 0 || buildings[index - 1] === building ? end : end + GAP;
    end = start + DRAWINGS[building].width;
    return { building, start };
  });
  const tallest = Math.max(...buildings.map((building) => DRAWINGS[building].height));
  return { places, width: end, height: tallest + SKY };
}

type Props = { buildings: readonly Building[]; className?: string };

/**
 * The kinds of home that a city is known for, in one street, with hills behind. They stand on whatever ground
 * the page puts below. Decoration: the text beside it names the city.
 */
export function CityStreet({ buildings, className = '' }: Props) {
  const { places, width, height } = layOut(buildings);
  return (
    <svg
      viewBox={`${-GAP} ${-height} ${width + 2 * GAP} ${height}`}
      preserveAspectRatio="xMinYMax slice"
      aria-hidden="true"
      className={className}
    >
      <path
        className="fill-draw-hill-far"
        d="M-600 0v-150l160-40 200 70 160-84 200 90 130-70 160 80 170-70 160 60 220-70 300 90V0z"
      />
      <path className="fill-draw-hill" d="M-600 0v-60l260-50 260 50 220-50 260 56 240-50 300 52 260-30V0z" />
      {places.map(({ building, start }) => {
        const { Drawing } = DRAWINGS[building];
        return (
          <g key={start} transform={`translate(${start})`}>
            <Drawing />
          </g>
        );
      })}
    </svg>
  );
}
