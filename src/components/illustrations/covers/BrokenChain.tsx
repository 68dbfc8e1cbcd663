import { At } from '../At.tsx';

/** A paper chain of houses, torn through the third. */
export function BrokenChain() {
  return (
    <>
      <path className="fill-none stroke-draw-iron" strokeWidth="1.5" d="M-300-30-14 54M540-40 262 52" />
      <House x={-12} y={108} turn={5} />
      <House x={50} y={113} turn={2} isFolded />
      <At x={112} y={115}>
        <path
          className="fill-draw-sandstone"
          d="M0 0v-14h-8v-10h8v-18h-4l18-20 5 7-6 9 7 8-7 9 8 9-8 10 7 10z"
        />
        <path className="fill-draw-glass" d="M4-38h9v13H4z" />
      </At>
      <g transform="translate(138 114) rotate(20 48 -20)">
        <path
          className="fill-draw-sandstone"
          d="M48 0v-14h8v-10h-8v-18h4L28-68l-6 8 6 9-7 8 7 9-8 9 8 10-7 15z"
        />
        <path className="fill-draw-glass" d="M33-38h9v13h-9z" />
      </g>
      <House x={206} y={112} turn={-5} isFolded />
    </>
  );
}

type HouseProps = { x: number; y: number; turn: number; isFolded?: boolean };

function House({ x, y, turn, isFolded = false }: HouseProps) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
      <path
        className={isFolded ? 'fill-draw-sandstone-shade' : 'fill-draw-sandstone'}
        d="M0 0v-14h-8v-10h8v-18h-4l28-28 9 9v-9h9v18l10 10h-4v18h8v10h-8V0z"
      />
      <path className="fill-draw-glass" d="M7-38h10v13H7zM31-38h10v13H31z" />
      <path className="fill-draw-trim" d="M18 0v-19h12V0z" />
    </g>
  );
}
