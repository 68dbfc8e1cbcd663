import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

type Props = {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  /** The words of the button that opens it. */
  trigger: ReactNode;
  title: string;
  /** The look of that button. */
  className?: string;
  /** What the action does. */
  description: ReactNode;
  /** The words of the button that does it. */
  action: string;
  /** Whether it takes something away. */
  isDangerous?: boolean;
  /** The words of the button that does nothing. */
  cancel?: string;
  isBusy: boolean;
  onConfirm: () => void;
  /** What went wrong. */
  children: ReactNode;
};

/** A button that asks before it does something that others notice. */
export function ConfirmDialog({
  isOpen,
  setOpen,
  trigger,
  className = 'button button-plain button-small',
  title,
  description,
  action,
  isDangerous = true,
  cancel = 'Keep it',
  isBusy,
  onConfirm,
  children,
}: Props) {
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={setOpen}>
      <AlertDialog.Trigger className={className}>{trigger}</AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="dialog-backdrop" />
        <AlertDialog.Popup className="dialog">
          <AlertDialog.Title className="text-h3">{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div className="grid gap-2" />}>
            {description}
          </AlertDialog.Description>
          {children}
          <div className="flex flex-wrap gap-3">
            <Button
              variant={isDangerous ? 'danger' : 'primary'}
              aria-disabled={isBusy}
              onClick={() => {
                if (!isBusy) onConfirm();
              }}
            >
              {action}
            </Button>
            <AlertDialog.Close className="button button-secondary">{cancel}</AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
