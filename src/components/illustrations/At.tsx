import type { ReactNode } from 'react';

export type Place = { x?: number; y?: number; scale?: number };

/** Moves and scales a drawing: its lower left corner is then at `x`, `y`. */
export function At({ x = 0, y = 0, scale = 1, children }: Place & { children: ReactNode }) {
  if (x === 0 && y === 0 && scale === 1) return children;
  return <g transform={`translate(${x} ${y})${scale === 1 ? '' : `scale(${scale})`}`}>{children}</g>;
}
