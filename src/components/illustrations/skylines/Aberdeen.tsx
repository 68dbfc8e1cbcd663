import { At } from '../At.tsx';
import { Terrace } from '../buildings.tsx';
import { rectangles } from '../paths.ts';
import { Shapes } from '../Shapes.tsx';

/** Marischal College's granite spires, a kirk, the harbour with a supply ship, the lighthouse at Girdle Ness. */
export function Aberdeen() {
  return (
    <>
      <Shapes>{`
        fill-draw-hill-far M-40 0v-80l160-24 170 34 170-30 150 34 200-26 330 20V0
        ${COLLEGE}
      `}</Shapes>
      <Terrace x={216} scale={0.62} />
      <Shapes>{`
        fill-draw-hill M430 0c30-40 80-62 140-60 70 0 130 30 190 34l240-6V0
      `}</Shapes>
      <At x={478} y={-54}>
        <Shapes>{LIGHTHOUSE}</Shapes>
      </At>
      <Shapes>{`
        fill-draw-water M314-16h800V0H314
        fill-draw-granite-shade M-40-8h366V0H-40zM326-16h6V0h-6
      `}</Shapes>
      <At x={352} y={-8}>
        <Shapes>{SHIP}</Shapes>
      </At>
      <Shapes>{`
        stroke-draw-granite-shade 2.5 M410-170q8-8 12 0 4-8 12 0M450-200q7-7 10 0 4-7 10 0
        M372-206q6-6 9 0 3-6 9 0
      `}</Shapes>
    </>
  );
}

/** A pinnacle at each x. */
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

const LIGHTHOUSE = `
  fill-draw-harling M4 0l7-116h20L38 0zM38-20h40V0H38
  fill-draw-blonde M10-92h22l1 12H9zM36-28h44l4 8H38
  fill-draw-roof M6-120h30v6H6zM12-136l9-10 9 10
  fill-draw-glass M13-136h16v16H13zM18-64h6v10h-6zM18-34h6v10h-6zM50-14h6v8h-6zM64-14h6v8h-6
`;

const SHIP = `
  fill-draw-sandstone M0-26h110l26-18h22l-14 44H12
  fill-draw-sandstone-shade M9-8h138l-3 8H12
  fill-draw-trim M92-26v-40h34v26l-8 14zM98-66v-14h26v14
  fill-draw-glass M100-76h20v6h-20zM97-56h5v6h-5zM106-56h5v6h-5zM115-56h5v6h-5
  fill-draw-teal M10-38h26v12H10zM40-34h22v8H40
  fill-draw-blonde M14-50h18v12H14
  fill-draw-roof M109-104h4v24h-4zM102-96h18v3h-18zM70-60h4v34h-4zM40-62l32 0v3H40
`;
