import type { ReactNode } from 'react';
import { Positioned } from './Positioned.tsx';
import { Bungalow, Semi } from './buildings.tsx';
import { circle, rectangles } from './svg-paths.ts';
import { Shapes } from './Shapes.tsx';

/** The articles' drawings by the article's slug. */
export const COVERS: Partial<Record<string, ReactNode>> = {
  /** A paper chain of houses, torn through the third. */
  'broken-property-chain-guide': (
    <>
      <Shapes>stroke-draw-iron 1.5 M-300-30-14 54M540-40 262 52</Shapes>
      <House x={-12} y={108} turn={5} colour="fill-draw-sandstone" />
      <House x={50} y={113} turn={2} colour="fill-draw-sandstone-shade" />
      <Positioned x={112} y={115}>
        <Shapes>{`
          fill-draw-sandstone M0 0v-14h-8v-10h8v-18h-4l18-20 5 7-6 9 7 8-7 9 8 9-8 10 7 10
          fill-draw-glass M4-38h9v13H4
        `}</Shapes>
      </Positioned>
      <g transform="translate(138 114) rotate(20 48 -20)">
        <Shapes>{`
          fill-draw-sandstone M48 0v-14h8v-10h-8v-18h4L28-68l-6 8 6 9-7 8 7 9-8 9 8 10-7 15
          fill-draw-glass M33-38h9v13h-9
        `}</Shapes>
      </g>
      <House x={206} y={112} turn={-5} colour="fill-draw-sandstone-shade" />
    </>
  ),

  /** A see-saw on a roof: more coins at one end, fewer coins and a clock at the other. */
  'cash-buyers-vs-estate-agents': (
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
  ),

  /** A bungalow rolling downhill on wheels. */
  'how-to-sell-house-fast-scotland': (
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
  ),

  /** A house tied up in red tape, with a bow and a seal. */
  'scottish-property-law-guide': (
    <Positioned x={54} y={138} scale={0.88}>
      <Semi />
      <Shapes>{`
        fill-draw-sandstone M70-122h10V0H70zM0-50h150v10H0
        fill-draw-sandstone-shade M74-45l-42 34-2-14-14-4zM76-45l42 34 2-14 14-4
        fill-draw-sandstone M75-45c-8-24-44-34-48-14-3 16 30 20 48 14zM75-45c8-24 44-34 48-14 3 16-30 20-48 14
        fill-draw-sandstone-shade M67-48c-8-12-28-18-30-9-1 8 16 10 30 9zM83-48c8-12 28-18 30-9 1 8-16 10-30 9
        fill-draw-heather ${circle(75, -45, 11)}
        stroke-draw-trim 2 M69-41v-6l6-5 6 5v6z
      `}</Shapes>
    </Positioned>
  ),

  /** An empty armchair with slippers and a moving box, and on the wall a pale patch where a picture hung. */
  'selling-inherited-property-scotland': (
    <Shapes>{`
      fill-draw-hill M-300-50H540v188H-300
      fill-draw-trim M176 22h40v30h-40
      fill-draw-iron M24 18h36v42H24
      fill-draw-blonde M28 22h28v34H28
      fill-draw-leaf M28 56V46l8-9 7 7 6-5 7 7v10
      fill-draw-iron M64 76h4v56h8v6H56v-6h8
      fill-draw-glass M56 80l3-22h14l3 22
      fill-draw-roof-shade M96 130h7v8h-7zM153 130h7v8h-7
      fill-draw-heather M100 44q0-14 14-14h28q14 0 14 14v88h-56
      fill-draw-trim M112 30h32v22l-4 5-4-5-4 5-4-5-4 5-4-5-4 5-4-5
      fill-draw-sandstone M102 92h52v16h-52
      fill-draw-sandstone-shade M102 106h52v24h-52
      fill-draw-heather M88 94q0-10 10-10t10 10v38H88zM148 94q0-10 10-10t10 10v38h-20
      fill-draw-iron M190 82h26l4 24h-26
      fill-draw-granite M193 86h19l2 16h-18
      fill-draw-blonde-shade M180 96h10l4 10h-16zM222 96h10l2 10h-16
      fill-draw-blonde M180 102h50v36h-50
      fill-draw-harling-shade M200 102h10v36h-10
      fill-draw-teal M106 144q0-6 8-6h6v10h-10q-4 0-4-4zM126 144q0-6 8-6h6v10h-10q-4 0-4-4
    `}</Shapes>
  ),

  /** A bungalow with a hole in its roof in the rain, under an umbrella, with a bucket beside it. */
  'selling-property-poor-condition': (
    <>
      <Shapes>{`
        stroke-draw-granite 2.5 M-20 20l-6 18M10 4l-6 18M30 44l-6 18M46 10l-6 18M16 78l-6 18M-2 110l-6 18
        M196 8l-6 18M218 36l-6 18M236 10l-6 18M206 70l-6 18M232 84l-6 18M258 40l-6 18M-40 60l-6 18M64-6l-6 18
        M176-10l-6 18
      `}</Shapes>
      <Positioned x={58} y={138} scale={0.8}>
        <Bungalow />
        <Shapes>{`
          fill-draw-harling-shade M30-60l6-10-3-8 10-6 4 8-2 6 5 6-6 8-6-4
          fill-draw-glass M96-76l8-12 10 3 6-5 8 10-2 12-8 6-9-4-8 4
          fill-draw-roof-shade M16-6l12-8 4 6-12 8zM140-14h12v8h-12
          stroke-draw-blonde-shade 2 M56-40l5 10-5 8 5 12
        `}</Shapes>
      </Positioned>
      <Shapes>{`
        stroke-draw-iron 3.5 M146 76 138 12
        fill-draw-teal M74 40c6-36 96-50 122-14-12-5-20-3-26 4-9-6-20-5-28 3-9-5-20-3-27 5-8-6-26-6-41 2
        fill-draw-heather M115 38c0-14 8-26 22-30 12 2 26 10 33 22-9-6-20-5-28 3-9-5-20-3-27 5
        fill-draw-granite-shade M196 114h24l-4 24h-16
        fill-draw-water M196 114h24l-1 5h-22
        stroke-draw-iron 2 M196 114q12-20 24 0
      `}</Shapes>
    </>
  ),
};

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
