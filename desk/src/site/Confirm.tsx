import { useRef, useState, type ComponentProps } from 'react';
import { Problem } from '../sign-in/Problem.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

type Props = Omit<
  ComponentProps<typeof ConfirmDialog>,
  'isOpen' | 'setOpen' | 'isBusy' | 'onConfirm' | 'description'
> & {
  /** @throws {Error} with what to tell the user if it was not done */
  onConfirm: () => Promise<unknown>;
};

/**
 * A button that asks before it acts, and says in its dialog if that has failed. Its children say what will happen. It sends
 * what was on the screen when it was pressed, so that the server notices what another owner has changed since.
 */
export function Confirm({ onConfirm, children, ...props }: Props) {
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
    <ConfirmDialog
      {...props}
      {...{ isOpen, isBusy }}
      setOpen={(next) => {
        asked.current = onConfirm;
        setProblem(undefined);
        setOpen(next);
      }}
      description={children}
      onConfirm={() => void act()}
    >
      <Problem>{problem}</Problem>
    </ConfirmDialog>
  );
}
