import { At } from '../At.tsx';
import { Tenement, Terrace } from '../buildings.tsx';
import { rectangles } from '../paths.ts';
import { Shapes } from '../Shapes.tsx';

/** The Law with its memorial, the Discovery's masts, the V&A over the river, and the rail bridge going out to Fife. */
export function Dundee() {
  return (
    <>
      <Shapes>{`
        fill-draw-hill-far M300 0v-54l160-26 200 14 180-24 220 30V0
        fill-draw-hill M-40 0v-80c60-10 90-70 150-92q30-10 60 2c60 30 90 90 180 116l90 26V0
        fill-draw-granite M124-170h36v-5h-7v-5h-6l-2-24h-6l-2 24h-6v5h-7
      `}</Shapes>
      <Tenement y={-8} scale={0.5} />
      <Terrace x={70} y={-8} scale={0.5} />
      <Shapes>{`
        fill-draw-water M172-14h900V0H172
        fill-draw-granite-shade M-40-8h320V0H-40
      `}</Shapes>
      <At x={-64}>
        <Shapes>{DISCOVERY}</Shapes>
        <At x={338}>
          <Shapes>{MUSEUM}</Shapes>
        </At>
        <Shapes>{BRIDGE}</Shapes>
      </At>
    </>
  );
}

/** Three masts and a funnel. The museum hides part of the hull. */
const DISCOVERY = `
  stroke-draw-iron 3 M254-14v-128M288-14v-142M322-14v-112M240-112h28M236-88h36M272-126h32M270-98h36
  M310-98h24
  stroke-draw-iron 1 M226-36l28-106 34-14 34 30 24 70
  fill-draw-roof-shade M222-44l12 8h104v30H240
  fill-draw-blonde M300-62h12v26h-12
  fill-draw-trim M230-38h110v4H233
`;

/** The slats run from hull to hull above the passage, and stop on both sides of it. */
const SLATS = [6, 16, 26, 36, 46, 56, 66, 76, 86].map((y) => {
  const start = `M${(18 - y * 0.24).toFixed(0)}-${y}`;
  return y > 42 ? `${start}h${(142 + y * 0.46).toFixed(0)}` : `${start}h62m42 0h${(40 + y * 0.1).toFixed(0)}`;
});

/** The V&A: two hulls of stone slats that lean together over a passage. */
const MUSEUM = `
  fill-draw-granite M16 0-8-100l92 8 12 22L110-88l74-10L160 0h-40l-14-42q-8-12-18 0L76 0
  fill-draw-granite-shade M48 0l14-94 22 2 12 22-8 28L76 0zM110-88l20-3 6 91h-16l-14-42-8-28
  stroke-draw-trim 2 ${SLATS.join('')}
`;

/** The Tay Bridge with a train. */
const BRIDGE = `
  fill-draw-iron ${rectangles([[560, 610, 660, 710, 760, 810, 860, 910, 960, 1010], -44, 8, 44])}
  M512-48h600v6H512
  stroke-draw-iron 3 M556-48q30-40 58 0 28-40 58 0 28-40 58 0 28-40 58 0
  fill-draw-teal M590-60h44v11h-44zM637-60h44v11h-44zM684-60h36q10 2 12 11h-48
  fill-draw-glass ${rectangles([[594, 604, 614, 624, 641, 651, 661, 671, 688, 698, 708], -57, 6, 4])}
`;
