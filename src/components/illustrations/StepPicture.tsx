import type { ReactNode } from 'react';
import { rectangles } from './svg-paths.ts';
import { Shapes } from './Shapes.tsx';

/** The seller's answers: a form with a house on it. */
const ANSWERS = (
  <g transform="rotate(-5 60 42)">
    <Shapes>{`
      fill-draw-harling-shade M36 8h56v72H36
      fill-draw-trim M32 4h56v72H32
      fill-draw-roof M41 29 60 14l19 15
      fill-draw-sandstone M45 29h30v19H45
      fill-draw-teal M56 36h8v12h-8
      fill-draw-granite ${rectangles([41, [55, 62], 38, 3], [41, 69, 22, 3])}
    `}</Shapes>
  </g>
);

/** Two letters, the front one sealed: the missives, which in Scotland form the contract of sale. */
const MISSIVES = (
  <>
    <g transform="rotate(9 74 42)">
      <Shapes>{`
        fill-draw-blonde M52 8h48v66H52
        fill-draw-granite-shade ${rectangles([78, [20, 28, 36], 16, 3])}
      `}</Shapes>
    </g>
    <g transform="rotate(-6 46 42)">
      <Shapes>{`
        fill-draw-trim M22 8h50v68H22
        fill-draw-granite ${rectangles([30, [18, 26, 34], 34, 3], [30, 42, 20, 3])}
        fill-draw-heather M58 68h5v14l-5-4-5 4V68
      `}</Shapes>
      <circle className="fill-draw-sandstone" cx="58" cy="62" r="9" />
    </g>
  </>
);

/** Two keys on a ring, with a tag. */
const KEYS = (
  <>
    <circle className="fill-none stroke-draw-roof" strokeWidth="4" cx="34" cy="26" r="18" />
    <g transform="rotate(62 34 40)">
      <Shapes>fill-draw-granite-shade M30 28h22v24H30zM52 37h38v6H80v7h-6v-7h-4v5h-6v-5H52</Shapes>
    </g>
    <g transform="rotate(14 44 36)">
      <Shapes>{`
        fill-draw-blonde M64 32h44v8h-4v8h-6v-8h-5v6h-6v-6H64zM54 22a14 14 0 1 1 0 28 14 14 0 0 1 0-28
      `}</Shapes>
      <circle className="fill-draw-blonde-shade" cx="54" cy="36" r="5" />
    </g>
    <Shapes>fill-draw-sandstone M8 40l10-6 14 26-12 7-12-8</Shapes>
  </>
);

const PICTURES: readonly ReactNode[] = [ANSWERS, MISSIVES, KEYS];

/** The drawing of one of the three steps of a sale, counted from 0. Screen readers skip it. */
export function StepPicture({ step, className = '' }: { step: number; className?: string }) {
  return (
    <svg viewBox="0 0 120 84" aria-hidden="true" className={className}>
      {PICTURES[step]}
    </svg>
  );
}
