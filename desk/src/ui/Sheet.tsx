import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { DeskIcon } from './DeskIcon.tsx';
import { useCloseOnBack } from '../lib/use-close-on-back.ts';

type Props = { title: string; onClose: () => void; children: ReactNode };

/** A dialog: at the bottom of a phone's screen, within reach of the thumb, or in the middle of a wide screen. */
export function Sheet({ title, onClose, children }: Props) {
  useCloseOnBack(onClose);
  return (
    <Dialog.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="sheet-backdrop" />
        <Dialog.Popup className="sheet">
          <div className="sheet-head">
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
