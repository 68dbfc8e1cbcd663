import type { ReactNode } from 'react';
import { rectangles } from './paths.ts';

const PICTURES: readonly ReactNode[] = [<Answers />, <Missives />, <Keys />];

/** The drawing of one of the three steps of a sale, counted from 0. It is decorative. */
export function StepPicture({ step, className = '' }: { step: number; className?: string }) {
  return (
    <svg viewBox="0 0 120 84" aria-hidden="true" className={className}>
      {PICTURES[step]}
    </svg>
  );
}

/** A sheet of paper with a house and lines of text. */
function Answers() {
  return (
    <g transform="rotate(-5 60 42)">
      <path className="fill-draw-harling-shade" d="M36 8h56v72H36z" />
      <path className="fill-draw-trim" d="M32 4h56v72H32z" />
      <path className="fill-draw-roof" d="M41 29 60 14l19 15z" />
      <path className="fill-draw-sandstone" d="M45 29h30v19H45z" />
      <path className="fill-draw-teal" d="M56 36h8v12h-8z" />
      <path
        className="fill-draw-granite"
        d={rectangles([
          [41, 55, 38, 3],
          [41, 62, 38, 3],
          [41, 69, 22, 3],
        ])}
      />
    </g>
  );
}

/** Two letters, the upper one sealed: the missives. */
function Missives() {
  const lines = rectangles([
    [30, 18, 34, 3],
    [30, 26, 34, 3],
    [30, 34, 34, 3],
    [30, 42, 20, 3],
  ]);
  return (
    <>
      <g transform="rotate(9 74 42)">
        <path className="fill-draw-blonde" d="M52 8h48v66H52z" />
        <path
          className="fill-draw-granite-shade"
          d={rectangles([
            [78, 20, 16, 3],
            [78, 28, 16, 3],
            [78, 36, 16, 3],
          ])}
        />
      </g>
      <g transform="rotate(-6 46 42)">
        <path className="fill-draw-trim" d="M22 8h50v68H22z" />
        <path className="fill-draw-granite" d={lines} />
        <path className="fill-draw-heather" d="M58 68h5v14l-5-4-5 4V68z" />
        <circle className="fill-draw-sandstone" cx="58" cy="62" r="9" />
      </g>
    </>
  );
}

/** Two keys on a ring, with a tag. */
function Keys() {
  return (
    <>
      <circle className="fill-none stroke-draw-roof" strokeWidth="4" cx="34" cy="26" r="18" />
      <g transform="rotate(62 34 40)">
        <path className="fill-draw-granite-shade" d="M30 28h22v24H30zM52 37h38v6H80v7h-6v-7h-4v5h-6v-5H52z" />
      </g>
      <g transform="rotate(14 44 36)">
        <path
          className="fill-draw-blonde"
          d="M64 32h44v8h-4v8h-6v-8h-5v6h-6v-6H64zM54 22a14 14 0 1 1 0 28 14 14 0 0 1 0-28z"
        />
        <circle className="fill-draw-blonde-shade" cx="54" cy="36" r="5" />
      </g>
      <path className="fill-draw-sandstone" d="M8 40l10-6 14 26-12 7-12-8z" />
    </>
  );
}
