import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { ERASE_REASONS, type EraseReason } from '#server/database/codes.ts';
import { call } from '../api/calls.ts';
import { queryKeys } from '../api/queries.ts';
import { Refusal } from '../api/refusal.ts';
import type { Lead } from '../api/types.ts';
import { dayMonthYear, londonDate } from '../lib/london.ts';
import { isHeld, erasureSummary } from './erasure-summary.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/Field.tsx';

/** What remains after an erasure: where, what, and until when. docs/operations.md says more. */
const REMAINS = [
  ['The record that you erased it', 'Who erased it, when and why, but nothing about the person', 'For good'],
  [
    'The database’s own log, if the database runs on another server',
    'The enquiry as it came',
    'It is overwritten after weeks or months',
  ],
  ['Backups made before', 'The whole enquiry', 'Delete them yourself'],
  ['Your inbox', 'The emails about the enquiry', 'Delete them there'],
] as const;

/** The word to type as confirmation. */
const WORD = 'erase';

type Props = {
  lookedUp: string;
  leads: readonly Lead[];
  lookAgain: () => void;
  whenErased: (leads: number) => void;
};

/** Erases a person's leads. The form lists what is deleted and what remains, because an erasure cannot be undone. */
export function ErasePerson({ lookedUp, leads, lookAgain, whenErased }: Props) {
  const id = useId();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState<EraseReason>();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [requestId] = useState(() => crypto.randomUUID());
  const [today] = useState(() => londonDate(Date.now()));
  const erasing = useMutation({
    mutationFn: (given: EraseReason) =>
      // The leads that were shown, and no newer ones of the same person.
      call('erase', {
        key: lookedUp,
        lead_ids: leads.map((lead) => lead.id),
        reason: given,
        request_id: requestId,
      }),
    onSuccess: (erased) => {
      for (const leadId of erased.lead_ids) queries.removeQueries({ queryKey: queryKeys.lead(leadId) });
      void queries.invalidateQueries({ queryKey: queryKeys.lists });
      whenErased(erased.leads);
    },
  });

  const held = leads.filter((lead) => isHeld(lead, today));
  if (held.length > 0) return <Held leads={held} lookAgain={lookAgain} />;
  if (!isOpen) {
    return (
      <Button variant="danger" className="justify-self-start" onClick={() => setOpen(true)}>
        Erase this person
      </Button>
    );
  }

  return (
    <form
      noValidate
      className="choice-card gap-5"
      aria-labelledby={`${id}-title`}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === undefined) setProblem('Choose a reason.');
        else if (typed.trim().toLowerCase() !== WORD) setProblem(`Type the word “${WORD}” to go on.`);
        else if (!erasing.isPending) {
          setProblem(undefined);
          erasing.mutate(reason);
        }
      }}
    >
      <h3 id={`${id}-title`} className="text-h4">
        {`Erase ${lookedUp}`}
      </h3>
      <div>
        <p className="label">This is deleted and cannot be brought back</p>
        <ul className="list-disc pl-5">
          {erasureSummary(leads).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <div>
        <p className="label">This stays</p>
        <ul className="rows">
          {REMAINS.map(([where, what, until]) => (
            <li key={where} className="py-2">
              <strong>{`${where}.`}</strong> <span>{`${what}.`}</span>{' '}
              <span className="hint">{`${until}.`}</span>
            </li>
          ))}
        </ul>
      </div>
      <fieldset className="grid gap-1">
        <legend className="label">Reason</legend>
        {(Object.entries(ERASE_REASONS) as [EraseReason, string][]).map(([code, words]) => (
          <label key={code} className="radio-row">
            <input
              type="radio"
              name={`${id}-reason`}
              value={code}
              checked={reason === code}
              onChange={() => setReason(code)}
            />
            <span>{words}</span>
          </label>
        ))}
      </fieldset>
      <TextField
        label={`Type “${WORD}” to confirm`}
        className="text-box max-w-60"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        aria-describedby={`${id}-problem`}
        onText={setTyped}
      />
      <div id={`${id}-problem`} role="alert" className="empty:hidden">
        {problem !== undefined && <p className="field-error">{problem}</p>}
        {erasing.error && problem === undefined && <Refused error={erasing.error} lookAgain={lookAgain} />}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" aria-disabled={erasing.isPending}>
          {erasing.isPending ? 'Erasing, this can take a minute' : 'Erase for good'}
        </Button>
        <Button aria-disabled={erasing.isPending} onClick={() => setOpen(false)}>
          Keep everything
        </Button>
      </div>
    </form>
  );
}

function Held({ leads, lookAgain }: { leads: readonly Lead[]; lookAgain: () => void }) {
  return (
    <div className="notice grid justify-items-start gap-3">
      <p>
        <strong>This person cannot be erased now.</strong> A sale or a complaint needs the record.
      </p>
      <ul className="grid gap-1">
        {leads.map((lead) => (
          <li key={lead.id}>
            <Link href={`/lead/${lead.id}`} className="text-link">
              {lead.name}
            </Link>{' '}
            <span>
              {`is on hold until ${dayMonthYear(lead.hold_until ?? '')}${lead.hold_reason ? `: ${lead.hold_reason}` : '.'}`}
            </span>
          </li>
        ))}
      </ul>
      <p>
        Tell the person why, and until when. If the reason is gone, open the enquiry and end the hold there
        first.
      </p>
      <Button size="small" onClick={lookAgain}>
        Look up again
      </Button>
    </div>
  );
}

function Refused({ error, lookAgain }: { error: Error; lookAgain: () => void }) {
  const hint = error instanceof Refusal ? error.hint : '';
  const words =
    hint === 'held'
      ? 'Nothing was erased: one of these enquiries is on hold for a sale or a complaint.'
      : hint === 'sending'
        ? 'Nothing was erased: an email about one of these is being sent right now. Try again in a minute.'
        : `Some of it may not be erased: ${error.message} Look up again to see what is left.`;
  return (
    <div className="notice notice-danger grid justify-items-start gap-3">
      <p>{words}</p>
      <Button size="small" onClick={lookAgain}>
        Look up again
      </Button>
    </div>
  );
}
