import { useState } from 'react';
import { setStage, type StageChange } from '../api/calls.ts';
import type { CloseReason, Lead, Stage } from '../api/types.ts';
import { toasts } from '../app/toasts.ts';
import { CLOSE_WORDS, STAGE_WORDS } from '../lib/words.ts';
import { Form } from './Form.tsx';
import { ChoiceField } from './Field.tsx';
import { NextFields, NO_NEXT, readNext } from './NextFields.tsx';
import { SaveButton } from './SaveButton.tsx';
import { Sheet } from './Sheet.tsx';
import { useDraft } from './use-draft.ts';
import { useWrite } from './use-write.ts';
import { WriteState } from './WriteState.tsx';

/** Moves a lead to a stage, with what comes next; or closes it, with the reason. */
export function StageForm({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const key = `${lead.id}.stage`;
  const [base] = useState(lead);
  const [errors, setErrors] = useState<{ reason?: string; next?: string }>({});
  const [values, change, forget] = useDraft(key, { stage: lead.stage, reason: '', ...NO_NEXT });
  const write = useWrite<Omit<StageChange, 'request_id'>>(key, setStage, ({ stage }) => {
    toasts.add({ title: `Now: ${STAGE_WORDS[stage]}` });
    onClose();
  });
  const isClosing = values.stage === 'closed';

  const save = () => {
    const stage = values.stage as Stage;
    const ids = { lead_id: lead.id, version: base.version, stage };
    if (isClosing) {
      if (values.reason === '') setErrors({ reason: 'Say why it is closed.' });
      else write.submit({ ...ids, reason: values.reason as CloseReason, next_action: null, next_at: null });
      return;
    }
    const read = readNext(values, lead);
    if (read.ok) write.submit({ ...ids, reason: null, ...read.next });
    else setErrors({ next: read.error });
  };

  return (
    <Sheet title="Stage" onClose={onClose}>
      <Form onSave={save}>
        <ChoiceField
          label="Where it stands"
          words={STAGE_WORDS}
          value={values.stage}
          onText={(stage) => {
            change({ stage });
          }}
        />
        {isClosing ? (
          <ChoiceField
            label="Why it is closed"
            words={CLOSE_WORDS}
            none="Choose"
            value={values.reason}
            error={errors.reason}
            onText={(reason) => {
              change({ reason });
            }}
          />
        ) : (
          <NextFields values={values} onChange={change} lead={lead} error={errors.next} />
        )}
        <WriteState
          write={write}
          base={base}
          onDrop={() => {
            forget();
            onClose();
          }}
        />
        <SaveButton isSending={write.isSending}>{isClosing ? 'Close the case' : 'Save'}</SaveButton>
      </Form>
    </Sheet>
  );
}
