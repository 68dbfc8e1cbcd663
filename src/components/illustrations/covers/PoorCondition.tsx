import { At } from '../At.tsx';
import { Bungalow } from '../buildings.tsx';
import { Shapes } from '../Shapes.tsx';

/** A bungalow with a hole in its roof in the rain, under an umbrella, with a bucket beside it. */
export function PoorCondition() {
  return (
    <>
      <Shapes>{`
        stroke-draw-granite 2.5 M-20 20l-6 18M10 4l-6 18M30 44l-6 18M46 10l-6 18M16 78l-6 18M-2 110l-6 18
        M196 8l-6 18M218 36l-6 18M236 10l-6 18M206 70l-6 18M232 84l-6 18M258 40l-6 18M-40 60l-6 18M64-6l-6 18
        M176-10l-6 18
      `}</Shapes>
      <At x={58} y={138} scale={0.8}>
        <Bungalow />
        <Shapes>{`
          fill-draw-harling-shade M30-60l6-10-3-8 10-6 4 8-2 6 5 6-6 8-6-4
          fill-draw-glass M96-76l8-12 10 3 6-5 8 10-2 12-8 6-9-4-8 4
          fill-draw-roof-shade M16-6l12-8 4 6-12 8zM140-14h12v8h-12
          stroke-draw-blonde-shade 2 M56-40l5 10-5 8 5 12
        `}</Shapes>
      </At>
      <Shapes>{`
        stroke-draw-iron 3.5 M146 76 138 12
        fill-draw-teal M74 40c6-36 96-50 122-14-12-5-20-3-26 4-9-6-20-5-28 3-9-5-20-3-27 5-8-6-26-6-41 2
        fill-draw-heather M115 38c0-14 8-26 22-30 12 2 26 10 33 22-9-6-20-5-28 3-9-5-20-3-27 5
        fill-draw-granite-shade M196 114h24l-4 24h-16
        fill-draw-water M196 114h24l-1 5h-22
        stroke-draw-iron 2 M196 114q12-20 24 0
      `}</Shapes>
    </>
  );
}
