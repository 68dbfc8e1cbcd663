import { useEffect, useEffectEvent } from 'react';

let openCount = 0;

const isOwnEntry = (): boolean => (history.state as { isOpen?: true } | null)?.isOpen === true;

/**
 * Makes a phone's Back close an open dialog and stay on the page. Opening adds an entry to the history for Back to
 * remove; a dialog that replaces another uses the same entry.
 */
export function useCloseOnBack(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const onBack = () => {
      close();
    };
    openCount += 1;
    if (!isOwnEntry()) history.pushState({ isOpen: true }, '');
    addEventListener('popstate', onBack);
    return () => {
      openCount -= 1;
      removeEventListener('popstate', onBack);
      // In a new task, because another dialog may be opening in its place.
      setTimeout(() => {
        if (openCount === 0 && isOwnEntry()) history.back();
      });
    };
  }, []);
}
