import type { ReactNode } from 'react';
import { Button } from '#desk/ui/Button.tsx';
import { Form } from '#desk/ui/Form.tsx';
import { Sheet } from '#desk/ui/Sheet.tsx';

type ApartProps = { children: ReactNode };

/** React passes the events of a dialog on to the form around the editor, which must not be sent by them. */
export function Apart({ children }: ApartProps) {
  return (
    <div
      className="contents"
      onSubmit={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {children}
    </div>
  );
}

type Props = {
  title: string;
  save: string;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
  /** Other things to do, below the button. */
  actions?: ReactNode;
};

export function SheetForm({ title, save, onSave, onClose, children, actions }: Props) {
  return (
    <Sheet title={title} onClose={onClose}>
      <Form onSave={onSave}>
        {children}
        <Button type="submit" variant="primary">
          {save}
        </Button>
      </Form>
      {actions}
    </Sheet>
  );
}
