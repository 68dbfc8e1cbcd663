import { useId, useRef, type ReactNode } from 'react';
import { Button } from '../components/ui/Button.tsx';
import type { Write } from './use-write.ts';
import { WriteNote } from './WriteNote.tsx';

type Props = {
  write: Write;
  /** The label of the button that opens the question. */
  label: string;
  question: string;
  /** The label of the button that confirms the action. */
  yes: string;
  children: ReactNode;
  onYes: () => Promise<boolean>;
};

/** A button for an action that cannot be undone. It opens a dialog that asks for confirmation. */
export function Confirmed({ write, label, question, yes, children, onYes }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  async function confirm() {
    if (await onYes()) dialog.current?.close();
  }

  return (
    <>
      <Button variant="secondary" onClick={() => dialog.current?.showModal()}>
        {label}
      </Button>
      <dialog ref={dialog} aria-labelledby={titleId} className="question shadow-float">
        <div className="stack-4">
          <h2 id={titleId} className="text-h3">
            {question}
          </h2>
          {children}
          <WriteNote write={{ ...write, isDone: false }} done="" />
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => dialog.current?.close()}>
              No, go back
            </Button>
            <Button aria-disabled={write.isSending || undefined} onClick={() => void confirm()}>
              {write.isSending ? 'Please wait...' : yes}
            </Button>
          </div>
        </div>
      </dialog>
    </>
  );
}
