import { Bungalow } from '../buildings.tsx';
import { circle } from '../paths.ts';
import { Shapes } from '../Shapes.tsx';

/** A bungalow rolling downhill on wheels. */
export function FastSale() {
  return (
    <>
      <Shapes>{`
        fill-draw-ground M-300 138V94L540 146v4H-300
        fill-draw-leaf M16 116v-22a17 24 12 1 1 5 0v22zM214 130v-14a11 16 12 1 1 4 0v14
        fill-draw-trim M24 44q0-10 12-10 4-10 16-6 12-8 20 2 14-2 14 10 0 8-10 8H34q-10 0-10-4z
        M92 26q2-8 12-6 6-8 14-2 10 0 10 8 0 6-8 6H98q-6 0-6-6zM136 26q2-5 8-3 6-3 8 2 4 5-3 6h-9q-5 0-4-5
      `}</Shapes>
      <g transform="translate(64 110) rotate(3.5) scale(.72)">
        <Shapes>stroke-draw-granite-shade 4 M-34-74h20M-40-50h22M-32-22h18</Shapes>
        <Bungalow />
        <Shapes>{`
          fill-draw-iron M-14 0h184v8h-14l-4 6H2l-4-6h-12
          fill-draw-sandstone ${circle(26, 16, 14)}${circle(128, 16, 14)}
          fill-draw-trim ${circle(26, 16, 5)}${circle(128, 16, 5)}
        `}</Shapes>
      </g>
    </>
  );
}
