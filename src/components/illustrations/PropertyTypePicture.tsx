import type { PROPERTY_TYPES } from '#lead/valuation.ts';
import { Bungalow, Semi, Tenement, Terrace, Villa } from './buildings.tsx';

type PropertyType = (typeof PROPERTY_TYPES)[number];

/** The drawing of each property type, its width, and the scale that makes it fit the picture. */
const PICTURES: Record<PropertyType, { Drawing: typeof Villa; width: number; scale: number }> = {
  detached: { Drawing: Villa, width: 154, scale: 0.54 },
  'semi-detached': { Drawing: Semi, width: 150, scale: 0.56 },
  terraced: { Drawing: Terrace, width: 176, scale: 0.53 },
  flat: { Drawing: Tenement, width: 128, scale: 0.4 },
  bungalow: { Drawing: Bungalow, width: 154, scale: 0.62 },
};

/** The valuation form's picture of a property type. Screen readers skip it, because the label is beside it. */
export function PropertyTypePicture({ type, className = '' }: { type: PropertyType; className?: string }) {
  const { Drawing, width, scale } = PICTURES[type];
  return (
    <svg
      viewBox="0 0 160 100"
      preserveAspectRatio="xMidYMax meet"
      aria-hidden="true"
      className={`w-full bg-wash ${className}`}
    >
      <path className="fill-draw-ground" d="M-400 94h960v6h-960z" />
      <Drawing x={80 - (width * scale) / 2} y={94} scale={scale} />
    </svg>
  );
}
