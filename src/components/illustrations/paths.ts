export type Rectangle = readonly [x: number, y: number, width: number, height: number];

/** Two numbers in path syntax, where a minus sign also separates them. */
const pair = (x: number, y: number) => `${x}${y < 0 ? '' : ' '}${y}`;

/**
 * One SVG path for many rectangles. Each starts with a relative move from the previous one, because repeated moves
 * compress well.
 */
export function rectangles(list: readonly Rectangle[]): string {
  let [penX, penY] = [0, 0];
  return list
    .map(([x, y, width, height], index) => {
      const move = index === 0 ? `M${pair(x, y)}` : `m${pair(x - penX, y - penY)}`;
      [penX, penY] = [x, y + height];
      return `${move}h${width}v${height}h-${width}`;
    })
    .join('');
}

/** Rectangles of one size, one at each crossing of a column and a row. */
export function grid(
  columns: readonly number[],
  rows: readonly number[],
  width: number,
  height: number,
): readonly Rectangle[] {
  return rows.flatMap((y) => columns.map((x): Rectangle => [x, y, width, height]));
}
