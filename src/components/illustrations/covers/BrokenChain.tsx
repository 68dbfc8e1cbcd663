import { At } from '../At.tsx';
import { Shapes } from '../Shapes.tsx';

/** A paper chain of houses, torn through the third. */
export function BrokenChain() {
  return (
    <>
      <Shapes>stroke-draw-iron 1.5 M-300-30-14 54M540-40 262 52</Shapes>
      <House x={-12} y={108} turn={5} colour="fill-draw-sandstone" />
      <House x={50} y={113} turn={2} colour="fill-draw-sandstone-shade" />
      <At x={112} y={115}>
        <Shapes>{`
          fill-draw-sandstone M0 0v-14h-8v-10h8v-18h-4l18-20 5 7-6 9 7 8-7 9 8 9-8 10 7 10
          fill-draw-glass M4-38h9v13H4
        `}</Shapes>
      </At>
      <g transform="translate(138 114) rotate(20 48 -20)">
        <Shapes>{`
          fill-draw-sandstone M48 0v-14h8v-10h-8v-18h4L28-68l-6 8 6 9-7 8 7 9-8 9 8 10-7 15
          fill-draw-glass M33-38h9v13h-9
        `}</Shapes>
      </g>
      <House x={206} y={112} turn={-5} colour="fill-draw-sandstone-shade" />
    </>
  );
}

type HouseProps = { x: number; y: number; turn: number; colour: string };

function House({ x, y, turn, colour }: HouseProps) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
      <Shapes>{`
        ${colour} M0 0v-14h-8v-10h8v-18h-4l28-28 9 9v-9h9v18l10 10h-4v18h8v10h-8V0
        fill-draw-glass M7-38h10v13H7zM31-38h10v13H31
        fill-draw-trim M18 0v-19h12V0
      `}</Shapes>
    </g>
  );
}
