import { useState, type ComponentProps } from 'react';
import { Problem } from '../sign-in/Problem.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

type Props = Omit<
  ComponentProps<typeof ConfirmDialog>,
  'isOpen' | 'setOpen' | 'isBusy' | 'onConfirm' | 'description'
> & {
  /** @throws {Error} with what to tell the user if it was not done */
  onConfirm: () => Promise<unknown>;
};

/** A button that asks before it acts, and says in its dialog if that has failed. Its children say what will happen. */
export function Confirm({ onConfirm, children, ...props }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const act = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await onConfirm();
      setOpen(false);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <ConfirmDialog
      {...props}
      {...{ isOpen, setOpen, isBusy }}
      description={children}
      onConfirm={() => void act()}
    >
      <Problem>{problem}</Problem>
    </ConfirmDialog>
  );
}
