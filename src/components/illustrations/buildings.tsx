import { Positioned, type Position } from './Positioned.tsx';
import { rectangles } from './svg-paths.ts';
import { Shapes } from './Shapes.tsx';

/*
 * Five Scottish buildings as SVG. Each has its base at y = 0, with negative y upwards, and x runs from 0 to its width.
 * Shapes of one colour share a path, which keeps the page small.
 */
export const building = (shapes: string) =>
  function Building(position: Position) {
    return (
      <Positioned {...position}>
        <Shapes>{shapes}</Shapes>
      </Positioned>
    );
  };

/** A red sandstone tenement: four storeys, a bay window, and the door of the close (the shared stair). */
export const Tenement = building(`
  fill-draw-sandstone-shade M20-216h16v22H20zM94-216h16v22H94
  fill-draw-blonde M22-223h4v7h-4zM29-223h4v7h-4zM96-223h4v7h-4zM103-223h4v7h-4
  fill-draw-roof M2-194 12-208h104l10 14
  fill-draw-sandstone M0-196h128V0H0
  fill-draw-sandstone-shade M32-192h48V0H32zM0-196h128v5H0zM0-62h128v3H0
  fill-draw-sandstone M36-190h40V0H36
  fill-draw-glass ${rectangles(
    [[12, 84, 104], [-180, -138, -96], 13, 26],
    [[84, 104], -52, 13, 26],
    [[38, 52, 66], [-180, -138, -96, -50], 9, 28],
  )}
  fill-draw-trim ${rectangles([[10, 82, 102], [-154, -112, -70], 17, 3], [36, [-152, -110, -68], 40, 3])}
  fill-draw-teal M10-44h18V0H10
  fill-draw-glass M12-42h14v8H12
`);

/** Two granite houses of a terrace, with dormers and a shared chimney. */
export const Terrace = building(`
  fill-draw-granite-shade M78-150h20v30H78
  fill-draw-blonde M80-158h5v8h-5zM86-158h5v8h-5zM92-158h5v8h-5
  fill-draw-roof M-4-90 10-132h156l14 42
  fill-draw-granite M20-112l15-16 15 16v22H20zM126-112l15-16 15 16v22h-30zM0-92h176V0H0
  fill-draw-granite-shade M86-92h4V0h-4zM0-92h176v4H0zM0-6h176v6H0
  fill-draw-glass ${rectangles(
    [[29, 135], -110, 12, 18],
    [[12, 58, 104, 150], -80, 14, 24],
    [[36, 126], -40, 16, 26],
    [[60, 150], -40, 14, 26],
  )}
  fill-draw-trim ${rectangles([[10, 56, 102, 148], -56, 18, 3], [[34, 58, 124, 148], -14, 20, 3])}
  fill-draw-heather M12-38h16V0H12
  fill-draw-sandstone M102-38h16V0h-16
`);

/** A semi-detached house: two halves under one hipped roof, with white roughcast (harling). */
export const Semi = building(`
  fill-draw-sandstone M66-136h18v34H66
  fill-draw-roof M-8-82 26-122h98l34 40
  fill-draw-roof-shade M-8-86h166v5H-8
  fill-draw-harling M0-82h150V0H0
  fill-draw-harling-shade M73-82h4V0h-4zM0-8h150v8H0
  fill-draw-glass ${rectangles([[10, 46, 90, 126], -72, 16, 20], [[30, 82], -38, 36, 22])}
  fill-draw-trim ${rectangles([[47, 99], -38, 3, 22], [[17, 53, 97, 133], -72, 2, 20])}
  fill-draw-teal M8-36h16V0H8
  fill-draw-sandstone M126-36h16V0h-16
`);

/** A bungalow with a wide roof and one dormer. */
export const Bungalow = building(`
  fill-draw-blonde-shade M118-104h14v30h-14
  fill-draw-roof M-10-42 24-92h106l34 50
  fill-draw-harling M54-72h46v26H54
  fill-draw-roof-shade M48-72l8-12h42l8 12zM-10-45h174v4H-10
  fill-draw-blonde M0-42h154V0H0
  fill-draw-blonde-shade M0-7h154v7H0
  fill-draw-glass ${rectangles([60, -66, 34, 16], [12, -34, 40, 22], [106, -34, 36, 22])}
  fill-draw-trim ${rectangles([75, -66, 3, 16], [[30, 123], -34, 3, 22])}
  fill-draw-teal M70-36h18V0H70
`);

/** A detached villa: a gable with a bay window, and a door under the eaves. */
export const Villa = building(`
  fill-draw-blonde-shade M112-158h16v36h-16zM8-150h14v40H8
  fill-draw-roof M46-92 62-136h84l16 44
  fill-draw-blonde M64-94h88V0H64zM2-96l34-48 34 48V0H2
  fill-draw-roof-shade M36-154-6-94l8 4 34-48 34 48 8-4
  fill-draw-blonde-shade M70-94h3V0h-3zM2-7h150v7H2
  fill-draw-roof M12-46h48l-6-8H18
  fill-draw-trim M14-46h44V0H14
  fill-draw-glass ${rectangles(
    [[18, 31, 44], -40, 10, 26],
    [27, -92, 18, 26],
    [[84, 120], -80, 16, 26],
    [122, -40, 18, 26],
  )}
  fill-draw-sandstone M86-42h20V0H86
  fill-draw-roof-shade M80-46h32v5H80
`);
