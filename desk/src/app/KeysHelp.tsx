import { Suspense, useState } from 'react';
import { useKeys } from '../lib/use-keys.ts';
import { KeysSheet } from './pages.ts';

/** The keys of the desk, on a wide screen. */
export function KeysHelp() {
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    setIsOpen(true);
  };
  useKeys({ '?': open });
  return (
    <>
      <button type="button" className="keys-button" aria-label="Keys" onClick={open}>
        ?
      </button>
      <Suspense fallback={null}>
        {isOpen && (
          <KeysSheet
            onClose={() => {
              setIsOpen(false);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
