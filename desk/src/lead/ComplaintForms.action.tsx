import { ANSWER_WAYS, COMPLAINT_WAYS, NO_MAIL } from '#server/database/codes.ts';
import type { Lead } from '../api/types.ts';
import { useChange } from '../changes/use-change.ts';
import { londonDate } from '../lib/london.ts';
import { serverNow } from '../lib/use-now.ts';
import { ChoiceField, TextArea, TextField } from '../ui/Field.tsx';
import { toasts } from '../ui/toasts.ts';
import { LeadForm, type LeadAction } from './LeadForm.tsx';
import { useDraft } from './use-draft.ts';

const { phone, email, letter } = COMPLAINT_WAYS;
const WAYS = { phone, email, letter };

/** Records a complaint that came by telephone, email or letter. Its clock runs from the day on which it came. */
function RecordComplaintForm({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const key = `${lead.id}.complaint`;
  const today = londonDate(serverNow());
  const draft = useDraft(key, lead, { way: 'phone', received_on: today, body: '' });
  const { values, setErrors, field, base } = draft;
  const write = useChange('record_complaint', key, 'the complaint', () => {
    toasts.add({ title: 'Complaint recorded' });
    onClose();
  });
  const save = () => {
    const { received_on, body } = values;
    const isDay = received_on !== '' && received_on <= today;
    const isWritten = body.trim() !== '';
    setErrors({
      ...(isDay ? {} : { received_on: 'Give the day on which it came.' }),
      ...(isWritten ? {} : { body: 'Write what they complain of.' }),
    });
    if (isDay && isWritten)
      write.submit({ lead_id: lead.id, way: values.way as keyof typeof WAYS, received_on, body }, base);
  };
  return (
    <LeadForm title="Record a complaint" draft={draft} write={write} onSave={save} onClose={onClose}>
      <ChoiceField label="How it came" words={WAYS} {...field('way')} />
      <TextField label="When it came" type="date" max={today} {...field('received_on')} />
      <TextArea
        label="What they complain of"
        hint="In their words. They read this on their page."
        rows={4}
        maxLength={2000}
        {...field('body')}
      />
    </LeadForm>
  );
}

export const action: LeadAction = {
  place: 20,
  label: () => 'Record a complaint',
  Form: RecordComplaintForm,
};

function howItIsSent({ email, seller: { links, no_mail, is_confirmed } }: Lead): string {
  if (no_mail !== null)
    return links === 0
      ? 'No link opens their page: send it by email or letter.'
      : `No email tells them of it by itself. ${NO_MAIL[no_mail]} Our terms promise an answer in writing.`;
  return is_confirmed
    ? `With “${ANSWER_WAYS.page}”, we email it to ${email} too.`
    : `With “${ANSWER_WAYS.page}”, we email ${email} that there is an answer, without your words: the address is not confirmed yet.`;
}

type AnswerProps = {
  lead: Lead;
  /** The latest complaint that is answered. */
  complaintId: string;
  onClose: () => void;
};

/** Answers the complaints of a seller up to one of them. */
export function AnswerComplaintForm({ lead, complaintId, onClose }: AnswerProps) {
  const key = `${lead.id}.complaint-answer`;
  const draft = useDraft(key, lead, { sent_by: '', body: '' });
  const { values, setErrors, field, base } = draft;
  const write = useChange('answer_complaint', key, 'the answer to the complaint', () => {
    toasts.add({ title: 'Complaint answered' });
    onClose();
  });
  const save = () => {
    const { body } = values;
    const sent_by = values.sent_by as keyof typeof ANSWER_WAYS | '';
    const isWritten = body.trim() !== '';
    setErrors({
      ...(isWritten ? {} : { body: 'Write the answer.' }),
      ...(sent_by === '' ? { sent_by: 'Choose how you send it.' } : {}),
    });
    if (isWritten && sent_by !== '')
      write.submit({ lead_id: lead.id, complaint_id: complaintId, sent_by, body }, base);
  };
  return (
    <LeadForm
      title="Answer the complaint"
      draft={draft}
      write={write}
      onSave={save}
      onClose={onClose}
      action="Record the answer"
    >
      <TextArea
        label="Our answer"
        hint="They read this on their page, with today’s date. The page also says to whom they can turn next."
        rows={6}
        maxLength={2000}
        {...field('body')}
      />
      <ChoiceField
        label="How you send it"
        hint={howItIsSent(lead)}
        words={ANSWER_WAYS}
        none="Choose"
        {...field('sent_by')}
      />
    </LeadForm>
  );
}
