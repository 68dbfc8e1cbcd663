import { useDeferredValue } from 'react';
import { Bungalow, Tenement, Terrace, Villa } from '#src/components/illustrations/buildings.tsx';
import { Shapes } from '#src/components/illustrations/Shapes.tsx';

const SHAPES = (
  <>
    <g transform="translate(0 -70)">
      <Shapes>{`
        fill-draw-hill-far M-60 270V190L96 130l110 50 120-56 140 60 120-44 200 70v70
        fill-draw-hill M-60 270v-50l190-30 160 26 180-30 160 26 160-20v78
      `}</Shapes>
    </g>
    <g transform="translate(0 188)">
      <Bungalow x={24} scale={0.72} />
      <Terrace x={172} scale={0.8} />
      <Tenement x={336} scale={0.78} />
      <Villa x={470} scale={0.8} />
      <Shapes>{`
        fill-draw-leaf M152 0v-20a9 17 0 1 1 4 0V0M446 0v-22a10 18 0 1 1 4 0V0M652 0v-26a12 22 0 1 1 5 0V0
        fill-draw-ground M-60 0h840v14H-60
      `}</Shapes>
    </g>
  </>
);

/** A drawing of a street. Its space is reserved at once, but its shapes render later, so as not to delay the text. */
export function StreetScene({ className = '' }: { className?: string }) {
  const isDrawn = useDeferredValue(true, false);
  return (
    <svg viewBox="0 0 720 200" preserveAspectRatio="xMidYMax slice" aria-hidden="true" className={className}>
      {isDrawn && SHAPES}
    </svg>
  );
}
