import type { JSX } from 'react';
import { Aberdeen } from './skylines/Aberdeen.tsx';
import { Dundee } from './skylines/Dundee.tsx';
import { Edinburgh } from './skylines/Edinburgh.tsx';
import { Glasgow } from './skylines/Glasgow.tsx';

/** The cities' drawings by the city's slug. */
const SKYLINES: Partial<Record<string, () => JSX.Element>> = {
  aberdeen: Aberdeen,
  dundee: Dundee,
  edinburgh: Edinburgh,
  glasgow: Glasgow,
};

type Props = { city: string; fallback: JSX.Element; className?: string };

/**
 * A city's skyline, or `fallback` for a city without one. A wider element shows more of it on the right, a higher
 * one more sky. The page draws the ground below it. It is decorative: the text beside it names the city.
 */
export function CitySkyline({ city, fallback, className = '' }: Props) {
  const Skyline = SKYLINES[city];
  if (Skyline === undefined) return fallback;
  return (
    <svg
      viewBox="0 -250 560 250"
      preserveAspectRatio="xMinYMax meet"
      aria-hidden="true"
      className={className}
    >
      <Skyline />
    </svg>
  );
}
