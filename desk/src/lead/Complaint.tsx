import { useState } from 'react';
import type { Lead } from '../api/types.ts';
import { useNow } from '../lib/use-now.ts';
import { Button } from '../ui/Button.tsx';
import { complaintDueInWords } from '../ui/complaint-words.ts';
import { eventWords } from './event-words.ts';
import { AnswerComplaintForm } from './ComplaintForms.action.tsx';

/** The complaints that nobody has answered, with the days that are left, and a button to answer them. */
export function ComplaintNotice({ lead }: { lead: Lead }) {
  const nowMs = useNow();
  const [answering, setAnswering] = useState<string>();
  if (lead.complaint_due === null) return null;
  const answered = lead.events.findLast(({ kind }) => kind === 'complaint_answered')?.facts.complaint_id ?? 0;
  const open = lead.events.filter(({ id, kind }) => kind === 'complained' && Number(id) > Number(answered));
  const latest = open.at(-1);
  return (
    <section aria-label="Complaint" className="notice notice-danger grid justify-items-start gap-2">
      <p>
        <b>{`${lead.name} has complained.`}</b>{' '}
        <span>{`Our answer is ${complaintDueInWords(lead.complaint_due, nowMs)}.`}</span>
      </p>
      {open.map((event) => (
        <p key={event.id} className="whitespace-pre-wrap">{`${eventWords(event)}: ${event.text ?? ''}`}</p>
      ))}
      {latest && (
        <Button size="small" onClick={() => setAnswering(latest.id)}>
          {open.length === 1 ? 'Answer the complaint' : 'Answer the complaints'}
        </Button>
      )}
      {answering !== undefined && (
        <AnswerComplaintForm lead={lead} complaintId={answering} onClose={() => setAnswering(undefined)} />
      )}
    </section>
  );
}
