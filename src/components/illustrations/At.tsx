import type { ReactNode } from 'react';

type Props = { x: number; y?: number; scale?: number; children: ReactNode };

/** Puts a building down: its left foot at `x`, on the ground at `y`. */
export function At({ x, y = 0, scale = 1, children }: Props) {
  return <g transform={`translate(${x} ${y})${scale === 1 ? '' : `scale(${scale})`}`}>{children}</g>;
}
