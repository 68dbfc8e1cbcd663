import type { ReactNode } from 'react';

export type Position = { x?: number; y?: number; scale?: number };

/** Scales a drawing and moves its lower left corner to `x`, `y`. */
export function Positioned({ x = 0, y = 0, scale = 1, children }: Position & { children: ReactNode }) {
  if (x === 0 && y === 0 && scale === 1) return children;
  return <g transform={`translate(${x} ${y})${scale === 1 ? '' : `scale(${scale})`}`}>{children}</g>;
}
