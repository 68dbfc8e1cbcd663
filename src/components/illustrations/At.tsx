import type { ReactNode } from 'react';

type Props = { x: number; y?: number; scale?: number; children: ReactNode };

/** Moves and scales a building: its lower left corner is then at `x`, `y`. */
export function At({ x, y = 0, scale = 1, children }: Props) {
  return <g transform={`translate(${x} ${y})${scale === 1 ? '' : `scale(${scale})`}`}>{children}</g>;
}
