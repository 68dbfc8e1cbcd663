import type { ReactNode } from 'react';
import { SKYLINES } from './skylines.tsx';

type Props = { city: string; fallback: ReactNode; className?: string };

/**
 * A city's skyline, or `fallback` for a city without one. A wider element shows more of the skyline on the right; a
 * higher element shows more sky. The page draws the ground below the skyline. Screen readers skip the drawing, because
 * the text beside it names the city.
 */
export function CitySkyline({ city, fallback, className = '' }: Props) {
  const skyline = SKYLINES[city];
  if (skyline === undefined) return fallback;
  return (
    <svg
      viewBox="0 -250 560 250"
      preserveAspectRatio="xMinYMax meet"
      aria-hidden="true"
      className={className}
    >
      {skyline}
    </svg>
  );
}
