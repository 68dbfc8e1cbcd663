import { useState } from 'react';
import { isBefore, STAGE_ORDER, WAITS } from '#server/database/codes.ts';
import type { CloseReason, Lead, Stage } from '../api/types.ts';
import { toasts } from '../ui/toasts.ts';
import { CLOSE_WORDS, STAGE_WORDS } from '../ui/words.ts';
import { useChange } from '../changes/use-change.ts';
import { ChoiceField } from '../ui/Field.tsx';
import { NextFields, NO_NEXT, readNext } from './NextFields.tsx';
import { withoutDone } from './next-steps.ts';
import { LeadForm } from './LeadForm.tsx';
import { useDraft } from './use-draft.ts';

/** The stage that a closed lead had before it was closed, from its history; `contacted` if that is not known. */
const stageBefore = ({ events }: Lead): Stage => {
  const closing = events.findLast(({ kind, facts }) => kind === 'staged' && facts.to === 'closed');
  return STAGE_ORDER.find((stage) => stage === closing?.facts.from && stage !== 'closed') ?? 'contacted';
};

const STAGES_OF_OPEN = Object.fromEntries(
  Object.entries(STAGE_WORDS).filter(([stage]) => stage !== 'closed'),
);

/**
 * Moves a lead to a stage, with the next step, or closes it, with a reason. It also opens a closed lead again. In the
 * labels, the staff's work on a lead is called a case.
 */
export function StageForm({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const key = `${lead.id}.stage`;
  const [wasClosed] = useState(lead.stage === 'closed');
  const draft = useDraft(key, lead, {
    stage: wasClosed ? stageBefore(lead) : lead.stage,
    reason: '',
    ...NO_NEXT,
  });
  const { values, setErrors, field, base } = draft;
  const write = useChange('set_stage', key, 'the stage', ({ stage }) => {
    toasts.add({ title: `Now: ${STAGE_WORDS[stage]}` });
    onClose();
  });
  const isAgreed = !isBefore(values.stage as Stage, 'accepted');
  const planned = isAgreed && values.stage !== lead.stage ? withoutDone(lead, ...WAITS) : lead;
  const isClosing = values.stage === 'closed' && !wasClosed;

  const save = () => {
    const stage = values.stage as Stage;
    const ids = { lead_id: lead.id, version: base.version, stage };
    if (isClosing) {
      if (values.reason === '') setErrors({ reason: 'Say why it is closed.' });
      else
        write.submit(
          { ...ids, reason: values.reason as CloseReason, next_action: null, next_at: null },
          base,
        );
      return;
    }
    const read = readNext(values, planned);
    if (read.ok) write.submit({ ...ids, reason: null, ...read.next }, base);
    else setErrors(read.errors);
  };

  return (
    <LeadForm
      title={wasClosed ? 'Open the case again' : 'Stage'}
      draft={draft}
      write={write}
      onSave={save}
      onClose={onClose}
      action={isClosing ? 'Close the case' : 'Save'}
    >
      <ChoiceField
        label="Where it stands"
        words={wasClosed ? STAGES_OF_OPEN : STAGE_WORDS}
        {...field('stage')}
      />
      {isClosing ? (
        <ChoiceField label="Why it is closed" words={CLOSE_WORDS} none="Choose" {...field('reason')} />
      ) : (
        <NextFields draft={draft} lead={planned} />
      )}
    </LeadForm>
  );
}
