import { Suspense, useState } from 'react';
import { useShortcuts } from '../lib/use-shortcuts.ts';
import { ShortcutsSheet } from './lazy-pages.ts';

/** The button and the shortcut (?) that open the list of keyboard shortcuts. */
export function ShortcutsHelp() {
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  useShortcuts({ '?': open });
  return (
    <>
      <button type="button" className="keys-button" aria-label="Keys" onClick={open}>
        ?
      </button>
      <Suspense fallback={null}>{isOpen && <ShortcutsSheet onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
