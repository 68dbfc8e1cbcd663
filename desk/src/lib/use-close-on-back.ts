import { useEffect, useEffectEvent } from 'react';

let openCount = 0;

const isOwnEntry = (): boolean => (history.state as { isOpen?: true } | null)?.isOpen === true;

/**
 * A phone's Back closes what is open, and leaves the page as it is: an entry of its own in the history is what it goes
 * back from. One that opens in place of another shares its entry.
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
      // Later, because another may be opening in its place.
      setTimeout(() => {
        if (openCount === 0 && isOwnEntry()) history.back();
      });
    };
  }, []);
}
