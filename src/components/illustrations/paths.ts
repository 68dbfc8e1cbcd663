export type Rectangle = readonly [x: number, y: number, width: number, height: number];

/** Two numbers as a path writes them: a minus keeps them apart as well. */
const pair = (x: number, y: number) => `${x}${y < 0 ? '' : ' '}${y}`;

/**
 * Many rectangles as the one path that fills them. Each begins where the one before ended, at its lower left
 * corner: steps that repeat are what compresses best.
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

/** Windows of one size, wherever a column and a row meet. */
export function grid(
  columns: readonly number[],
  rows: readonly number[],
  width: number,
  height: number,
): readonly Rectangle[] {
  return rows.flatMap((y) => columns.map((x): Rectangle => [x, y, width, height]));
}
