import { At } from '../At.tsx';
import { Semi } from '../buildings.tsx';
import { circle } from '../paths.ts';
import { Shapes } from '../Shapes.tsx';

/** A house tied up in red tape, with a bow and a seal. */
export function Law() {
  return (
    <At x={54} y={138} scale={0.88}>
      <Semi />
      <Shapes>{`
        fill-draw-sandstone M70-122h10V0H70zM0-50h150v10H0
        fill-draw-sandstone-shade M74-45l-42 34-2-14-14-4zM76-45l42 34 2-14 14-4
        fill-draw-sandstone M75-45c-8-24-44-34-48-14-3 16 30 20 48 14zM75-45c8-24 44-34 48-14 3 16-30 20-48 14
        fill-draw-sandstone-shade M67-48c-8-12-28-18-30-9-1 8 16 10 30 9zM83-48c8-12 28-18 30-9 1 8-16 10-30 9
        fill-draw-heather ${circle(75, -45, 11)}
        stroke-draw-trim 2 M69-41v-6l6-5 6 5v6z
      `}</Shapes>
    </At>
  );
}
