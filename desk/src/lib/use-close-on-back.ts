import { useEffect, useEffectEvent } from 'react';

let openCount = 0;

const isOwnEntry = (): boolean => (history.state as { isOpen?: true } | null)?.isOpen === true;

/**
 * Lets a phone's Back button close an open dialog instead of leaving the page. For this, an open dialog adds an entry
 * to the browser's history, which Back removes. A dialog that replaces another uses the same entry.
 */
export function useCloseOnBack(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const onBack = () => close();
    openCount += 1;
    if (!isOwnEntry()) history.pushState({ isOpen: true }, '');
    addEventListener('popstate', onBack);
    return () => {
      openCount -= 1;
      removeEventListener('popstate', onBack);
      // In a new task, because another dialog may open in place of this one, and then uses this entry.
      setTimeout(() => {
        if (openCount === 0 && isOwnEntry()) history.back();
      });
    };
  }, []);
}
