import { useSyncExternalStore } from 'react';

/** The width from which a list and a lead are side by side: Tailwind's `lg`. */
const WIDE = '(width >= 64rem)';

function subscribe(onChange: () => void) {
  const query = matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether a list and a lead are side by side. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
