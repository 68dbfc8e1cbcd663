import type { ComponentType, ReactNode } from 'react';
import type { ChangeName } from '../api/calls.ts';
import type { Lead } from '../api/types.ts';
import { ChangeState } from '../changes/ChangeState.tsx';
import type { Sending } from '../changes/use-change.ts';
import { Form } from '../ui/Form.tsx';
import { SaveButton } from '../ui/SaveButton.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import type { Draft } from './use-draft.ts';

export type OpenedForm = ComponentType<{ lead: Lead; onClose: () => void }>;

/** A button below a lead, and the form that it opens. Every `*.action.tsx` of this folder exports one, as `action`. */
export type LeadAction = {
  /** The button with the lowest number comes first. */
  place: number;
  label: (lead: Lead) => string;
  Form: OpenedForm;
};

type Props = {
  title: string;
  draft: Pick<Draft<never>, 'forget'>;
  write: Omit<Sending<ChangeName>, 'submit'>;
  onSave: () => void;
  onClose: () => void;
  /** The label of the submit button. */
  action?: string;
  otherButton?: ReactNode;
  /** The fields. */
  children: ReactNode;
};

/** A dialog with a form that submits a change to a lead. It tells the user if the change cannot be stored yet. */
export function LeadForm({
  title,
  draft,
  write,
  onSave,
  onClose,
  action = 'Save',
  otherButton,
  children,
}: Props) {
  const drop = () => {
    draft.forget();
    onClose();
  };
  return (
    <Sheet title={title} onClose={onClose}>
      <Form onSave={onSave} isReadOnly={write.isReadOnly}>
        {children}
        <ChangeState change={write.change} onDrop={drop} />
        <SaveButton isSending={write.isSending}>{action}</SaveButton>
        {otherButton}
      </Form>
    </Sheet>
  );
}
