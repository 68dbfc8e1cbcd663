import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

type Props = {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  /** The words of the button that opens it. */
  trigger: ReactNode;
  title: string;
  /** What the action does. */
  description: string;
  /** The words of the button that does it. */
  action: string;
  isBusy: boolean;
  onConfirm: () => void;
  /** What went wrong. */
  children: ReactNode;
};

/** A button that asks before it takes something away. */
export function ConfirmDialog({
  isOpen,
  setOpen,
  trigger,
  title,
  description,
  action,
  isBusy,
  onConfirm,
  children,
}: Props) {
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={setOpen}>
      <AlertDialog.Trigger className="button button-plain button-small">{trigger}</AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="dialog-backdrop" />
        <AlertDialog.Popup className="dialog">
          <AlertDialog.Title className="text-h3">{title}</AlertDialog.Title>
          <AlertDialog.Description>{description}</AlertDialog.Description>
          {children}
          <div className="flex flex-wrap gap-3">
            <Button
              variant="danger"
              aria-disabled={isBusy}
              onClick={() => {
                if (!isBusy) onConfirm();
              }}
            >
              {action}
            </Button>
            <AlertDialog.Close className="button button-secondary">Keep it</AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
