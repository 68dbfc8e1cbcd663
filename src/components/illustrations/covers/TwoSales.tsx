import { circle, rectangles } from '../paths.ts';
import { Shapes } from '../Shapes.tsx';

/** A see-saw on a roof: more coins at one end, fewer coins and a clock at the other. */
export function TwoSales() {
  return (
    <>
      <Shapes>{`
        fill-draw-blonde M94 138v-28l26-26 26 26v28
        fill-draw-roof M120 76 82 114l6 5 32-31 32 31 6-5
        fill-draw-glass M100 114h10v12h-10
        fill-draw-teal M122 114h14v24h-14
      `}</Shapes>
      <g transform="translate(0 10) rotate(-6 120 66)">
        <Shapes>{`
          fill-draw-iron M14 61h212v7H14
          fill-draw-blonde ${rectangles([[22, 52], [55, 43, 31, 19], 26, 6], [150, [55, 43, 31], 26, 6])}
          fill-draw-blonde-shade ${rectangles([[22, 52], [49, 37, 25], 26, 6], [22, 13, 26, 6], [150, [49, 37], 26, 6])}
          fill-draw-roof M184 61l6-10h20l6 10
          fill-draw-sandstone-shade M182 24a10 10 0 0 1 14-10zM218 24a10 10 0 0 0-14-10
          fill-draw-sandstone ${circle(200, 34, 22)}
          fill-draw-trim ${circle(200, 34, 16)}
          stroke-draw-roof-shade 3 M200 22v12l8 6
        `}</Shapes>
      </g>
    </>
  );
}
