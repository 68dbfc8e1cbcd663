import { At } from '../At.tsx';
import { Bungalow } from '../buildings.tsx';

/** A bungalow with a hole in its roof in the rain, under an umbrella, with a bucket beside it. */
export function PoorCondition() {
  return (
    <>
      <path
        className="fill-none stroke-draw-granite"
        strokeWidth="2.5"
        d="M-20 20l-6 18M10 4l-6 18M30 44l-6 18M46 10l-6 18M16 78l-6 18M-2 110l-6 18M196 8l-6 18M218 36l-6 18M236 10l-6 18M206 70l-6 18M232 84l-6 18M258 40l-6 18M-40 60l-6 18M64-6l-6 18M176-10l-6 18"
      />
      <At x={58} y={138} scale={0.8}>
        <Bungalow />
        <path className="fill-draw-harling-shade" d="M30-60l6-10-3-8 10-6 4 8-2 6 5 6-6 8-6-4z" />
        <path className="fill-draw-glass" d="M96-76l8-12 10 3 6-5 8 10-2 12-8 6-9-4-8 4z" />
        <path className="fill-draw-roof-shade" d="M16-6l12-8 4 6-12 8zM140-14h12v8h-12z" />
        <path className="fill-none stroke-draw-blonde-shade" strokeWidth="2" d="M56-40l5 10-5 8 5 12" />
      </At>
      <path className="fill-none stroke-draw-iron" strokeWidth="3.5" d="M146 76 138 12" />
      <path
        className="fill-draw-teal"
        d="M74 40c6-36 96-50 122-14-12-5-20-3-26 4-9-6-20-5-28 3-9-5-20-3-27 5-8-6-26-6-41 2z"
      />
      <path
        className="fill-draw-heather"
        d="M115 38c0-14 8-26 22-30 12 2 26 10 33 22-9-6-20-5-28 3-9-5-20-3-27 5z"
      />
      <path className="fill-draw-granite-shade" d="M196 114h24l-4 24h-16z" />
      <path className="fill-draw-water" d="M196 114h24l-1 5h-22z" />
      <path className="fill-none stroke-draw-iron" strokeWidth="2" d="M196 114q12-20 24 0" />
    </>
  );
}
