import { At } from '../At.tsx';
import { Tenement, Terrace } from '../buildings.tsx';
import { rectangles } from '../paths.ts';
import { Shapes } from '../Shapes.tsx';

/** The castle on its rock, the Old Town down the ridge, the Scott Monument; Arthur's Seat behind. */
export function Edinburgh() {
  return (
    <>
      <Shapes>{`
        fill-draw-hill-far M-40 0v-70l180-30 120 20 130-14 60-60 46-22 44 30 30 46 160 30 330-40V0
        fill-draw-hill M250 0v-60l150-22 120-48 30 6 16 44 140 20 400-20V0
        ${CASTLE}
        ${OLD_TOWN}
        fill-draw-leaf M210 0c10-26 40-26 52-10 12-22 44-22 56-2 14-18 46-16 56 2 14-16 42-14 50 10z
        M520 0c8-18 30-20 42-6 10-14 34-12 40 6
      `}</Shapes>
      <At x={440}>
        <Shapes>{MONUMENT}</Shapes>
      </At>
      <Tenement x={620} scale={0.6} />
      <Tenement x={697} scale={0.6} />
      <Terrace x={800} scale={0.6} />
      <Terrace x={906} scale={0.6} />
    </>
  );
}

const CASTLE = `
  fill-draw-granite M44-140v-34h6v-6h8v6h8v-6h8v6h24v-20l14-12 14 12v22h30v-8h6v-6h8v6h8v-6h8v6h8v40
  fill-draw-granite-shade M98-140v-54h28v54zM150-128h54c0-18-12-26-27-26s-27 8-27 26z
  M18-132v-18h6v-5h6v5h6v-5h6v5h6v18
  fill-draw-roof M94-192l18-20 18 20zM134-172h38l-6-10h-26
  fill-draw-glass ${rectangles([[106, 114], [-182, -164], 4, 8], [[54, 68, 82, 138, 152], -162, 4, 7])}
  stroke-draw-roof 2 M72-180v-36
  fill-draw-teal M73-216h20l-5 6 5 6H73
  fill-draw-roof M-40 0v-44l36-50 18-44 24 6 30-6 40 8 44-6 46 6 16 30 22 26 12 34 30 46
  fill-draw-roof-shade M60 0l20-60-8-40 20-36 26 6-10 50 24 40-6 40z
  M170 0l-14-56 20-34-12-44 34 4 16 30-12 40 30 60zM-40 0v-20l40-30 16 20L0 0
`;

/** The gables of the High Street and the crown steeple of St Giles'. */
const OLD_TOWN = `
  fill-draw-blonde-shade M216 0v-112l16-20 16 20V0zM306 0v-104l14-18 14 18V0zM362 0v-70h46V0
  fill-draw-harling-shade M246 0v-96l18-22 18 22V0zM404 0v-76l14-16 14 16V0
  fill-draw-granite M336 0v-110h28V0
  stroke-draw-granite 4 M338-110q2-22 12-24 10 2 12 24M350-134v-18M344-142h12
  fill-draw-sandstone-shade M278 0v-84l16-18 16 18V0zM430 0v-56h30V0
  fill-draw-roof M212-110l20-26 20 26zM242-94l22-28 22 28zM274-82l20-24 20 24zM302-102l18-24 18 24z
  M358-70l8-14h36l8 14zM400-74l18-22 18 22zM426-56l6-12h22l6 12
  fill-draw-glass ${rectangles(
    [[224, 234, 254, 264], [-90, -72, -54], 5, 9],
    [[286, 296, 311, 322], [-72, -54], 5, 9],
    [[370, 382, 394, 410, 420, 437, 447], -48, 5, 9],
  )}
`;

/** The Scott Monument. */
const MONUMENT = `
  fill-draw-iron M50-226l5 30h3v-10l3 10v24h5v-12l4 12v26h6v-16l5 16v26h8v-24l7 24v26h4v94H78v-46
  c0-22-12-34-28-40-16 6-28 18-28 40v46H0v-94h4v-26l7-24v24h8v-26l5-16v16h6v-26l4-12v12h5v-24l3-10v10h3
  fill-draw-glass M45-172h10v18H45zM42-132q8-16 16 0v20H42
  fill-draw-trim M42 0v-14h3l1-14q4-8 8 0l1 14h3V0
`;
