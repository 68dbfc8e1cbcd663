import { grid, rectangles, type Rectangle } from './paths.ts';

/*
 * Five Scottish buildings as SVG. Each stands on y = 0, with negative y upwards, and x runs from 0 to its width.
 * Shapes of one colour share a path, which keeps the page small.
 */

/** A red sandstone tenement: four storeys, a bay, a close. */
export function Tenement() {
  const sashes: Rectangle[] = [
    ...grid([12, 84, 104], [-180, -138, -96], 13, 26),
    ...grid([84, 104], [-52], 13, 26),
  ];
  const bay = grid([38, 52, 66], [-180, -138, -96, -50], 9, 28);
  return (
    <g>
      <path className="fill-draw-sandstone-shade" d="M20-216h16v22H20zM94-216h16v22H94z" />
      <path className="fill-draw-blonde" d="M22-223h4v7h-4zM29-223h4v7h-4zM96-223h4v7h-4zM103-223h4v7h-4z" />
      <path className="fill-draw-roof" d="M2-194 12-208h104l10 14z" />
      <path className="fill-draw-sandstone" d="M0-196h128V0H0z" />
      <path className="fill-draw-sandstone-shade" d="M32-192h48V0H32zM0-196h128v5H0zM0-62h128v3H0z" />
      <path className="fill-draw-sandstone" d="M36-190h40V0H36z" />
      <path className="fill-draw-glass" d={rectangles([...sashes, ...bay])} />
      <path
        className="fill-draw-trim"
        d={rectangles([
          ...grid([10, 82, 102], [-154, -112, -70], 17, 3),
          ...grid([36], [-152, -110, -68], 40, 3),
        ])}
      />
      <path className="fill-draw-teal" d="M10-44h18V0H10z" />
      <path className="fill-draw-glass" d="M12-42h14v8H12z" />
    </g>
  );
}

/** Two granite houses of a terrace, with dormers and a shared chimney. */
export function Terrace() {
  return (
    <g>
      <path className="fill-draw-granite-shade" d="M78-150h20v30H78z" />
      <path className="fill-draw-blonde" d="M80-158h5v8h-5zM86-158h5v8h-5zM92-158h5v8h-5z" />
      <path className="fill-draw-roof" d="M-4-90 10-132h156l14 42z" />
      <path className="fill-draw-granite" d="M20-112l15-16 15 16v22H20zM126-112l15-16 15 16v22h-30z" />
      <path className="fill-draw-granite" d="M0-92h176V0H0z" />
      <path className="fill-draw-granite-shade" d="M86-92h4V0h-4zM0-92h176v4H0zM0-6h176v6H0z" />
      <path
        className="fill-draw-glass"
        d={rectangles([
          ...grid([29, 135], [-110], 12, 18),
          ...grid([12, 58, 104, 150], [-80], 14, 24),
          ...grid([36, 126], [-40], 16, 26),
          ...grid([60, 150], [-40], 14, 26),
        ])}
      />
      <path
        className="fill-draw-trim"
        d={rectangles([...grid([10, 56, 102, 148], [-56], 18, 3), ...grid([34, 58, 124, 148], [-14], 20, 3)])}
      />
      <path className="fill-draw-heather" d="M12-38h16V0H12z" />
      <path className="fill-draw-sandstone" d="M102-38h16V0h-16z" />
    </g>
  );
}

/** Two halves under one hipped roof, harled white. */
export function Semi() {
  return (
    <g>
      <path className="fill-draw-sandstone" d="M66-136h18v34H66z" />
      <path className="fill-draw-roof" d="M-8-82 26-122h98l34 40z" />
      <path className="fill-draw-roof-shade" d="M-8-86h166v5H-8z" />
      <path className="fill-draw-harling" d="M0-82h150V0H0z" />
      <path className="fill-draw-harling-shade" d="M73-82h4V0h-4zM0-8h150v8H0z" />
      <path
        className="fill-draw-glass"
        d={rectangles([...grid([10, 46, 90, 126], [-72], 16, 20), ...grid([30, 82], [-38], 36, 22)])}
      />
      <path
        className="fill-draw-trim"
        d={rectangles([...grid([47, 99], [-38], 3, 22), ...grid([17, 53, 97, 133], [-72], 2, 20)])}
      />
      <path className="fill-draw-teal" d="M8-36h16V0H8z" />
      <path className="fill-draw-sandstone" d="M126-36h16V0h-16z" />
    </g>
  );
}

/** A bungalow with a wide roof and one dormer. */
export function Bungalow() {
  return (
    <g>
      <path className="fill-draw-blonde-shade" d="M118-104h14v30h-14z" />
      <path className="fill-draw-roof" d="M-10-42 24-92h106l34 50z" />
      <path className="fill-draw-harling" d="M54-72h46v26H54z" />
      <path className="fill-draw-roof-shade" d="M48-72l8-12h42l8 12zM-10-45h174v4H-10z" />
      <path className="fill-draw-blonde" d="M0-42h154V0H0z" />
      <path className="fill-draw-blonde-shade" d="M0-7h154v7H0z" />
      <path
        className="fill-draw-glass"
        d={rectangles([
          [60, -66, 34, 16],
          [12, -34, 40, 22],
          [106, -34, 36, 22],
        ])}
      />
      <path
        className="fill-draw-trim"
        d={rectangles([
          [75, -66, 3, 16],
          [30, -34, 3, 22],
          [123, -34, 3, 22],
        ])}
      />
      <path className="fill-draw-teal" d="M70-36h18V0H70z" />
    </g>
  );
}

/** A detached villa: a gable with a bay, a door under the eaves. */
export function Villa() {
  return (
    <g>
      <path className="fill-draw-blonde-shade" d="M112-158h16v36h-16zM8-150h14v40H8z" />
      <path className="fill-draw-roof" d="M46-92 62-136h84l16 44z" />
      <path className="fill-draw-blonde" d="M64-94h88V0H64zM2-96l34-48 34 48V0H2z" />
      <path className="fill-draw-roof-shade" d="M36-154-6-94l8 4 34-48 34 48 8-4z" />
      <path className="fill-draw-blonde-shade" d="M70-94h3V0h-3zM2-7h150v7H2z" />
      <path className="fill-draw-roof" d="M12-46h48l-6-8H18z" />
      <path className="fill-draw-trim" d="M14-46h44V0H14z" />
      <path
        className="fill-draw-glass"
        d={rectangles([
          ...grid([18, 31, 44], [-40], 10, 26),
          [27, -92, 18, 26],
          ...grid([84, 120], [-80], 16, 26),
          [122, -40, 18, 26],
        ])}
      />
      <path className="fill-draw-sandstone" d="M86-42h20V0H86z" />
      <path className="fill-draw-roof-shade" d="M80-46h32v5H80z" />
    </g>
  );
}
