import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useRef, type ReactNode } from 'react';
import { DeskIcon } from './DeskIcon.tsx';
import { useCloseOnBack } from '../lib/use-close-on-back.ts';

const FIRST_FIELD = 'input, select, textarea, .big-choice';

type Props = { title: string; onClose: () => void; children: ReactNode };

/** A dialog: at the bottom of a phone's screen, within reach of the thumb, or in the middle of a wide screen. */
export function Sheet({ title, onClose, children }: Props) {
  useCloseOnBack(onClose);
  const popup = useRef<HTMLDivElement>(null);
  // What has opened the dialog may be gone by then, or a key may have opened it.
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        document.querySelector<HTMLElement>('.bulk [role=status], .lead h1')?.focus({ preventScroll: true });
      });
    },
    [],
  );
  return (
    <Dialog.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="sheet-backdrop" />
        <Dialog.Popup
          ref={popup}
          className="sheet"
          // On a touch screen, a field with the focus would open the keyboard. A question has its buttons to tab to.
          initialFocus={(how) =>
            how === 'touch' || (popup.current?.querySelector<HTMLElement>(FIRST_FIELD) ?? true)
          }
        >
          <div className="flex items-start justify-between gap-3">
            <Dialog.Title className="text-h3">{title}</Dialog.Title>
            <Dialog.Close className="button button-plain button-small -mr-3" aria-label="Close">
              <DeskIcon name="close" />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
