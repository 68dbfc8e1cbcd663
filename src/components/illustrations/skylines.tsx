import type { ReactNode } from 'react';
import { Positioned } from './Positioned.tsx';
import { building, Tenement, Terrace } from './buildings.tsx';
import { rectangles } from './svg-paths.ts';
import { Shapes } from './Shapes.tsx';

const pinnacles = (columns: readonly number[], foot: number) =>
  columns.map((x) => `M${x} ${foot}v-16l4-22 4 22v16z`).join('');

const BAYS = [4, 26, 48, 128, 150, 172, 194];
const BUTTRESSES = BAYS.map((x) => x - 6);

const COLLEGE = `
  fill-draw-granite-shade M76 0v-166h44V0z${pinnacles([74, 114], -150)}M88-166l10-56 10 56
  fill-draw-granite M0-8v-96h206v96z${pinnacles([...BUTTRESSES, 202], -100)}
  fill-draw-granite-shade ${rectangles([BUTTRESSES, -104, 4, 96], [-8, -62, 222, 3])}
  fill-draw-granite M76 0v-140h44V0
  fill-draw-glass ${rectangles([BAYS, [-94, -52], 9, 24], [[84, 102], [-132, -96], 9, 24])}
  M90-8v-40q8-16 16 0v40
  fill-draw-granite-shade M316 0v-122h30V0
  fill-draw-roof M311-120l20-72 20 72
  fill-draw-glass M326-108h10v24h-10
`;

const Lighthouse = building(`
  fill-draw-harling M4 0l7-116h20L38 0zM38-20h40V0H38
  fill-draw-blonde M10-92h22l1 12H9zM36-28h44l4 8H38
  fill-draw-roof M6-120h30v6H6zM12-136l9-10 9 10
  fill-draw-glass M13-136h16v16H13zM18-64h6v10h-6zM18-34h6v10h-6zM50-14h6v8h-6zM64-14h6v8h-6
`);

const Ship = building(`
  fill-draw-sandstone M0-26h110l26-18h22l-14 44H12
  fill-draw-sandstone-shade M9-8h138l-3 8H12
  fill-draw-trim M92-26v-40h34v26l-8 14zM98-66v-14h26v14
  fill-draw-glass M100-76h20v6h-20zM97-56h5v6h-5zM106-56h5v6h-5zM115-56h5v6h-5
  fill-draw-teal M10-38h26v12H10zM40-34h22v8H40
  fill-draw-blonde M14-50h18v12H14
  fill-draw-roof M109-104h4v24h-4zM102-96h18v3h-18zM70-60h4v34h-4zM40-62l32 0v3H40
`);

/** RRS Discovery: three masts and a funnel. The museum covers part of the hull. */
const DISCOVERY = `
  stroke-draw-iron 3 M254-14v-128M288-14v-142M322-14v-112M240-112h28M236-88h36M272-126h32M270-98h36
  M310-98h24
  stroke-draw-iron 1 M226-36l28-106 34-14 34 30 24 70
  fill-draw-roof-shade M222-44l12 8h104v30H240
  fill-draw-blonde M300-62h12v26h-12
  fill-draw-trim M230-38h110v4H233
`;

/**
 * The stone slats of the V&A (`Museum`). Above the passage they run across both halves of the building; beside it they
 * stop at its edges.
 */
const SLATS = [6, 16, 26, 36, 46, 56, 66, 76, 86].map((y) => {
  const start = `M${(18 - y * 0.24).toFixed(0)}-${y}`;
  return y > 42 ? `${start}h${(142 + y * 0.46).toFixed(0)}` : `${start}h62m42 0h${(40 + y * 0.1).toFixed(0)}`;
});

/** The V&A: two halves, clad in stone slats, that lean together over a passage. */
const Museum = building(`
  fill-draw-granite M16 0-8-100l92 8 12 22L110-88l74-10L160 0h-40l-14-42q-8-12-18 0L76 0
  fill-draw-granite-shade M48 0l14-94 22 2 12 22-8 28L76 0zM110-88l20-3 6 91h-16l-14-42-8-28
  stroke-draw-trim 2 ${SLATS.join('')}
`);

/** The Tay Bridge with a train. */
const BRIDGE = `
  fill-draw-iron ${rectangles([[560, 610, 660, 710, 760, 810, 860, 910, 960, 1010], -44, 8, 44])}
  M512-48h600v6H512
  stroke-draw-iron 3 M556-48q30-40 58 0 28-40 58 0 28-40 58 0 28-40 58 0
  fill-draw-teal M590-60h44v11h-44zM637-60h44v11h-44zM684-60h36q10 2 12 11h-48
  fill-draw-glass ${rectangles([[594, 604, 614, 624, 641, 651, 661, 671, 688, 698, 708], -57, 6, 4])}
`;

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
const Monument = building(`
  fill-draw-iron M50-226l5 30h3v-10l3 10v24h5v-12l4 12v26h6v-16l5 16v26h8v-24l7 24v26h4v94H78v-46
  c0-22-12-34-28-40-16 6-28 18-28 40v46H0v-94h4v-26l7-24v24h8v-26l5-16v16h6v-26l4-12v12h5v-24l3-10v10h3
  fill-draw-glass M45-172h10v18H45zM42-132q8-16 16 0v20H42
  fill-draw-trim M42 0v-14h3l1-14q4-8 8 0l1 14h3V0
`);

/** The overlapping shells of the SEC Armadillo, from the middle outwards. */
const ARMADILLO = `
  fill-draw-granite-shade M346-12c2-44 22-76 66-90l22 90
  fill-draw-harling M388-12c0-52 12-88 44-104 22 18 34 58 34 104
  fill-draw-granite M420-12c0-44 8-74 36-90 22 20 30 50 30 90z
  M340-12c0-38 14-64 46-76 16 18 22 44 22 76
  fill-draw-granite-shade M448-12c0-34 8-58 30-72 18 18 24 42 24 72
  fill-draw-harling M472-12c0-26 8-42 24-54 14 14 18 32 18 54z
  M326-12c0-30 12-46 34-56 12 14 18 32 18 56
  fill-draw-granite M314-12c2-20 10-32 26-38 10 10 14 22 14 38
`;

/** The cities' drawings by the city's slug. */
export const SKYLINES: Partial<Record<string, ReactNode>> = {
  /** Marischal College's granite spires, a kirk, the harbour with a supply ship, the lighthouse at Girdle Ness. */
  aberdeen: (
    <>
      <Shapes>{`
        fill-draw-hill-far M-40 0v-80l160-24 170 34 170-30 150 34 200-26 330 20V0
        ${COLLEGE}
      `}</Shapes>
      <Terrace x={216} scale={0.62} />
      <Shapes>{`
        fill-draw-hill M430 0c30-40 80-62 140-60 70 0 130 30 190 34l240-6V0
      `}</Shapes>
      <Lighthouse x={478} y={-54} />
      <Shapes>{`
        fill-draw-water M314-16h800V0H314
        fill-draw-granite-shade M-40-8h366V0H-40zM326-16h6V0h-6
      `}</Shapes>
      <Ship x={352} y={-8} />
      <Shapes>{`
        stroke-draw-granite-shade 2.5 M410-170q8-8 12 0 4-8 12 0M450-200q7-7 10 0 4-7 10 0
        M372-206q6-6 9 0 3-6 9 0
      `}</Shapes>
    </>
  ),

  /** The Law with its memorial, RRS Discovery's masts, the V&A over the river, and the rail bridge to Fife. */
  dundee: (
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
      <Positioned x={-64}>
        <Shapes>{DISCOVERY}</Shapes>
        <Museum x={338} />
        <Shapes>{BRIDGE}</Shapes>
      </Positioned>
    </>
  ),

  /** The castle on its rock, the Old Town down the ridge, the Scott Monument; Arthur's Seat behind. */
  edinburgh: (
    <>
      <Shapes>{`
        fill-draw-hill-far M-40 0v-70l180-30 120 20 130-14 60-60 46-22 44 30 30 46 160 30 330-40V0
        fill-draw-hill M250 0v-60l150-22 120-48 30 6 16 44 140 20 400-20V0
        ${CASTLE}
        ${OLD_TOWN}
        fill-draw-leaf M210 0c10-26 40-26 52-10 12-22 44-22 56-2 14-18 46-16 56 2 14-16 42-14 50 10z
        M520 0c8-18 30-20 42-6 10-14 34-12 40 6
      `}</Shapes>
      <Monument x={440} />
      <Tenement x={620} scale={0.6} />
      <Tenement x={697} scale={0.6} />
      <Terrace x={800} scale={0.6} />
      <Terrace x={906} scale={0.6} />
    </>
  ),

  /** Tenements, the Finnieston crane, the Armadillo and the Clyde Arc, with the university's tower behind. */
  glasgow: (
    <>
      <Shapes>{`
        fill-draw-hill-far M-40 0v-92l90-30 120 42 150-58 140 52 130-40 150 44 190-60 260 50V0
        fill-draw-hill M-40 0v-50l120-14h80v-22l6-8v-30l9-46 9 46v30l6 8v18h60v-14h40v14
        l120 12 200-20 180 24 360-20V0
        fill-draw-granite-shade M556 0c2-64 52-96 118-102 66 6 116 38 118 102
        fill-draw-water M232-12h900V0H232
        stroke-draw-iron 4 M226-8v-170M252-8v-170M148-178h208M186-203h134M320-203l36 25M226-226h26
        M226-203v-23M252-203v-23
        stroke-draw-iron 2.5 m226-8 26-34-26-34 26-34-26-34 26-34M252-8l-26-34 26-34-26-34 26-34-26-34
        M206-178l20-25 13 25 13-25 17 25 17-25 17 25 17-25 17 25
        fill-draw-iron M146-203h60v25h-60zM218-14h42v14h-42zM318-178h10v9h-10
        stroke-draw-iron 1.5 M323-170v66
        fill-draw-sandstone M314-104h18v12h-18
        ${ARMADILLO}
        fill-draw-iron M490-28h180v5H490
        stroke-draw-trim 5 M500-22q80-126 160 0
        stroke-draw-trim 1.5 M524-52v24m19-40v40m18-46v46m19-48v48m18-46v46m19-40v40m19-24v24
      `}</Shapes>
      <Tenement scale={0.62} />
      <Tenement x={79} scale={0.62} />
      <Tenement x={830} scale={0.62} />
      <Tenement x={909} scale={0.62} />
    </>
  ),
};
