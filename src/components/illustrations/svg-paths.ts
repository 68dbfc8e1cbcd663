type Numbers = number | readonly number[];

/** Rectangles of one size, one at each crossing of a column (`x`) and a row (`y`). */
type Grid = readonly [x: Numbers, y: Numbers, width: number, height: number];

/** Two numbers in path syntax. A minus sign needs no space before it. */
const pair = (x: number, y: number) => `${x}${y < 0 ? '' : ' '}${y}`;

/**
 * One SVG path for many rectangles. Each starts with a relative move from the previous one, because repeated moves
 * compress well.
 */
export function rectangles(...grids: readonly Grid[]): string {
  let [penX, penY] = [0, 0];
  return grids
    .flatMap(([x, y, ...size]) =>
      [y].flat().flatMap((row) => [x].flat().map((column) => [column, row, ...size] as const)),
    )
    .map(([x, y, width, height], index) => {
      const move = index === 0 ? `M${pair(x, y)}` : `m${pair(x - penX, y - penY)}`;
      [penX, penY] = [x, y + height];
      return `${move}h${width}v${height}h-${width}`;
    })
    .join('');
}

export const circle = (x: number, y: number, radius: number) =>
  `M${pair(x - radius, y)}a${radius} ${radius} 0 1 1 ${2 * radius} 0 ${radius} ${radius} 0 1 1-${2 * radius} 0z`;
