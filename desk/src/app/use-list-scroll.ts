import { useEffect, useLayoutEffect, useRef } from 'react';

/** While a list renders its rows, it is shorter than it was. */
const TRIES = 30;

function scrollBack(top: number, tries = TRIES): void {
  scrollTo({ top, behavior: 'instant' });
  if (scrollY < top - 1 && tries > 0) requestAnimationFrame(() => scrollBack(top, tries - 1));
}

/**
 * On a phone, a lead takes the place of its list. A lead opens at its top, and going back shows the list as far down as it
 * was, with the focus on the row of that lead.
 */
export function useListScroll(listPath: string, leadId: string | undefined): void {
  /** How far down each list was, by its path. */
  const places = useRef(new Map<string, number>());
  const shown = useRef({ listPath, leadId });
  useEffect(() => {
    const remember = () => {
      if (shown.current.leadId === undefined) places.current.set(shown.current.listPath, scrollY);
    };
    addEventListener('scroll', remember, { passive: true });
    return () => removeEventListener('scroll', remember);
  }, []);
  useLayoutEffect(() => {
    const before = shown.current;
    // Does not scroll on the first render: scrolling forces a layout, which would delay the first screen.
    if (before.listPath === listPath && before.leadId === leadId) return;
    shown.current = { listPath, leadId };
    if (leadId !== undefined) {
      scrollTo({ top: 0, behavior: 'instant' });
      return;
    }
    if (before.leadId !== undefined) {
      document.querySelector<HTMLElement>(`[data-card="${before.leadId}"]`)?.focus({ preventScroll: true });
    }
    scrollBack(places.current.get(listPath) ?? 0);
  }, [listPath, leadId]);
}
