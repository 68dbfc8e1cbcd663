import type { JSX } from 'react';
import { Aberdeen } from './skylines/Aberdeen.tsx';
import { Dundee } from './skylines/Dundee.tsx';
import { Edinburgh } from './skylines/Edinburgh.tsx';
import { Glasgow } from './skylines/Glasgow.tsx';

/** The cities that have a drawing of their own, by their address. */
const SKYLINES: Partial<Record<string, () => JSX.Element>> = {
  aberdeen: Aberdeen,
  dundee: Dundee,
  edinburgh: Edinburgh,
  glasgow: Glasgow,
};

type Props = { city: string; fallback: JSX.Element; className?: string };

/**
 * What a city looks like from its river or its shore: decoration, since the text beside it names the city. It
 * stands on whatever ground the page puts below; a wider place shows more of it on the right, a higher one more
 * sky. A city that nobody has drawn yet shows its `fallback`.
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
