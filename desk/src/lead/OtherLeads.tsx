import { memo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Card, Lead } from '../api/types.ts';
import { Button } from '../ui/Button.tsx';
import { toasts } from '../ui/toasts.ts';
import { baseOf } from '../changes/base.ts';
import { ChangeState } from '../changes/ChangeState.tsx';
import { useChange } from '../changes/use-change.ts';
import { timeInWords } from '../lib/london.ts';
import { useNow } from '../lib/use-now.ts';
import { askedInWords } from '../ui/asked-words.ts';
import { STAGE_WORDS, subjectOf } from '../ui/words.ts';
import { Sheet } from '../ui/Sheet.tsx';
import { stepAfterMerge } from './merge-words.ts';

type MergeProps = { lead: Lead; into: Card; nowMs: number; onClose: () => void };

function MergeForm({ lead, into, nowMs, onClose }: MergeProps) {
  const [, navigate] = useLocation();
  const step = stepAfterMerge(lead, into, nowMs);
  const [base] = useState(() => baseOf(lead));
  const write = useChange('merge', `${lead.id}.merge`, 'the merge', () => {
    toasts.add({ title: 'Merged' });
    onClose();
    navigate(`/lead/${into.id}`);
  });
  return (
    <Sheet title="Merge into the other lead?" onClose={onClose}>
      <p>
        {`This lead is closed as a duplicate. Work goes on in the other one: ${into.name}, ${subjectOf(into)}. Nothing is deleted.`}
      </p>
      {step && <p className="notice">{step}</p>}
      <p className="notice">
        Anybody can send a form with somebody else’s number. The person who sent the other lead can read your
        offers and answers on its page. Merge only if you are sure that the same person sent both.
      </p>
      <ChangeState change={write.change} onDrop={onClose} />
      <Button
        variant="primary"
        aria-disabled={write.isSending}
        onClick={() => write.submit({ lead_id: lead.id, version: base.version, target_id: into.id }, base)}
      >
        Close this one as a duplicate
      </Button>
    </Sheet>
  );
}

type OtherProps = { lead: Lead; other: Card; nowMs: number; onMerge: (into: Card) => void };

function Other({ lead, other, nowMs, onMerge }: OtherProps) {
  const asked = askedInWords(other, nowMs);
  return (
    <li className="flex items-center justify-between gap-3">
      <div>
        <Link href={`/lead/${other.id}`} className="quiet-link font-semibold">
          {other.name}
        </Link>
        <p className="hint">
          <span>{`${subjectOf(other)}. ${STAGE_WORDS[other.stage]}, received ${timeInWords(other.created_at, nowMs)}`}</span>
          {other.duplicate_of === lead.id && <span>, merged into this one</span>}
        </p>
        {asked && <p className="hint">{`${other.name} ${asked}`}</p>}
      </div>
      {other.stage !== 'closed' && lead.duplicate_of === null && (
        <Button size="small" className="shrink-0" onClick={() => onMerge(other)}>
          Merge
        </Button>
      )}
    </li>
  );
}

/** How many other leads are shown. The rest are folded: they would push the lead's history off a phone's screen. */
const SHOWN = 3;

/** Other leads with the same phone number or e-mail address. Staff can merge this lead into one of them. */
export const OtherLeads = memo(function OtherLeads({ lead }: { lead: Lead }) {
  const nowMs = useNow();
  const [into, setInto] = useState<Card>();
  if (lead.others.length === 0) return null;
  const listOf = (others: Card[]) => (
    <ul className="grid gap-3">
      {others.map((other) => (
        <Other key={other.id} lead={lead} other={other} nowMs={nowMs} onMerge={setInto} />
      ))}
    </ul>
  );
  const rest = lead.others.slice(SHOWN);
  return (
    <section aria-labelledby="others" className="panel">
      <h2 id="others" className="panel-title">
        Same number or email
      </h2>
      {listOf(lead.others.slice(0, SHOWN))}
      {rest.length > 0 && (
        <details>
          <summary className="disclosure">{`${rest.length} more`}</summary>
          {listOf(rest)}
        </details>
      )}
      {into && <MergeForm lead={lead} into={into} nowMs={nowMs} onClose={() => setInto(undefined)} />}
    </section>
  );
});
