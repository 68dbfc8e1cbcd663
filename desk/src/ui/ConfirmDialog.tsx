import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useRef, useState, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Problem } from './Problem.tsx';

type Props = {
  /** The words of the button that opens it. */
  trigger: ReactNode;
  title: string;
  /** The look of that button. */
  className?: string;
  /** What will happen. */
  children: ReactNode;
  /** The words of the button that does it. */
  action: string;
  /** Whether it takes something away. */
  isDangerous?: boolean;
  /** The words of the button that does nothing. */
  cancel?: string;
  /** @throws {Error} with what to tell the user if it was not done */
  onConfirm: () => Promise<unknown>;
};

/**
 * A button that asks before it does something that others notice, and says in its dialog if that has failed. It does what was
 * on the screen when it was pressed, so that the server notices what somebody else has changed since.
 */
export function ConfirmDialog({
  trigger,
  className = 'button button-plain button-small',
  title,
  children,
  action,
  isDangerous = true,
  cancel = 'Keep it',
  onConfirm,
}: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const asked = useRef(onConfirm);
  const act = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await asked.current();
      setOpen(false);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <AlertDialog.Root
      open={isOpen}
      onOpenChange={(next) => {
        asked.current = onConfirm;
        setProblem(undefined);
        setOpen(next);
      }}
    >
      <AlertDialog.Trigger className={className}>{trigger}</AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-40 bg-[rgb(11_17_20/0.6)]" />
        <AlertDialog.Popup className="dialog">
          <AlertDialog.Title className="text-h3">{title}</AlertDialog.Title>
          <AlertDialog.Description render={<div className="grid gap-2" />}>
            {children}
          </AlertDialog.Description>
          <Problem>{problem}</Problem>
          <div className="flex flex-wrap gap-3">
            <Button
              variant={isDangerous ? 'danger' : 'primary'}
              aria-disabled={isBusy}
              onClick={() => void act()}
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
