/** Many rectangles as the one path that draws them: [x, y, width, height] each. */
export function rectangles(list: readonly (readonly [number, number, number, number])[]): string {
  return list.map(([x, y, width, height]) => `M${x} ${y}h${width}v${height}h-${width}z`).join('');
}

/** Windows of one size, wherever a column and a row meet. */
export function grid(
  columns: readonly number[],
  rows: readonly number[],
  width: number,
  height: number,
): readonly (readonly [number, number, number, number])[] {
  return rows.flatMap((y) => columns.map((x) => [x, y, width, height] as const));
}
