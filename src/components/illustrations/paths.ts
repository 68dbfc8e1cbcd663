export type Rectangle = readonly [x: number, y: number, width: number, height: number];

/** Many rectangles as the one path that draws them. */
export function rectangles(list: readonly Rectangle[]): string {
  return list.map(([x, y, width, height]) => `M${x} ${y}h${width}v${height}h-${width}z`).join('');
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
