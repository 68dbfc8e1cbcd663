import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { Lead } from '../api/types.ts';
import { Button } from '../ui/Button.tsx';
import { DeskIcon } from '../ui/DeskIcon.tsx';
import { toasts } from '../ui/toasts.ts';
import { baseOf } from '../changes/base.ts';
import { ChangeState } from '../changes/ChangeState.tsx';
import { UnsentChanges } from '../changes/UnsentChanges.tsx';
import { useChange } from '../changes/use-change.ts';
import { statusOf } from '../inbox/lead-status.ts';
import { StatusBadge } from '../inbox/StatusBadge.tsx';
import { timeInWords } from '../lib/london.ts';
import { useShortcuts } from '../lib/use-shortcuts.ts';
import { useNow } from '../lib/use-now.ts';
import { wishInWords } from '../ui/asked-words.ts';
import { CLOSE_WORDS, contactRules, NEXT_WORDS, STAGE_WORDS, subjectWithoutText } from '../ui/words.ts';
import { Actions } from './Actions.tsx';
import { AskedNotice } from './AskedNotice.tsx';
import { ComplaintNotice } from './Complaint.tsx';
import { Facts } from './Facts.tsx';
import type { LeadAction, OpenedForm } from './LeadForm.tsx';
import { LeadPicture } from './LeadPicture.tsx';
import { Offers } from './Offers.tsx';
import { OtherLeads } from './OtherLeads.tsx';
import { Assignee } from './Assignee.tsx';
import { Papers } from './Papers.tsx';
import { PlanForm } from './PlanForm.tsx';
import { isOutcomeExpected } from '../changes/contact-draft.ts';
import { RecordContact } from './RecordContact.tsx';
import { RulesForm } from './RulesForm.tsx';
import { SellersPage } from './SellersPage.tsx';
import { StageForm } from './StageForm.tsx';
import { Suspicion } from './Suspicion.tsx';
import { wishedCall } from './wished-call.ts';
import { Timeline } from './Timeline.tsx';

const ACTIONS = Object.values(
  import.meta.glob<LeadAction>('./*.action.tsx', { import: 'action', eager: true }),
).sort((one, other) => one.place - other.place);

/** A fact of the lead, with a button to change it if `onEdit` is given. */
function Row({ what, words, onEdit }: { what: string; words: ReactNode; onEdit?: () => void }) {
  return (
    <div className="state-row">
      <dt>{what}</dt>
      <dd>{words}</dd>
      {onEdit && (
        <dd className="ml-auto">
          <Button variant="plain" size="small" onClick={onEdit}>
            Change<span className="sr-only">{` ${what.toLowerCase()}`}</span>
          </Button>
        </dd>
      )}
    </div>
  );
}

/** Moves the focus to the field for a message or a note. */
const focusWriting = () => document.getElementById('write')?.focus();

/** A lead: the person and how to reach them, the status, the next step, the offers and the history. */
export function LeadView({ lead, back }: { lead: Lead; back: string }) {
  const nowMs = useNow();
  const isClosed = lead.stage === 'closed';
  const [Opened, setOpened] = useState<OpenedForm | undefined>(() =>
    isOutcomeExpected(lead.id) && !isClosed ? RecordContact : undefined,
  );
  // Transitions, so that a slow phone shows at once which button was pressed.
  const open = (Form: OpenedForm) => () => startTransition(() => setOpened(() => Form));
  const distrusting = useChange('distrust', `${lead.id}.distrust`, '“looks like spam”', () =>
    toasts.add({ title: 'Marked as possible spam' }),
  );
  useShortcuts({
    c: open(isClosed ? StageForm : RecordContact),
    n: focusWriting,
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const stage =
    lead.close_reason === null ? STAGE_WORDS[lead.stage] : `Closed: ${CLOSE_WORDS[lead.close_reason]}`;
  const rules = contactRules(lead);
  const wish = wishedCall(lead);
  const plannedTime = (at: string) =>
    wish ? `${wishInWords(wish.facts, nowMs)}, as the seller asked` : timeInWords(at, nowMs);
  const planned =
    lead.next_action && lead.next_at
      ? `${NEXT_WORDS[lead.next_action]}, ${plannedTime(lead.next_at)}`
      : 'Nothing yet';

  return (
    <article className="lead">
      <Link href={back} className="back-link">
        <DeskIcon name="back" /> List
      </Link>
      <header className="flex items-center gap-4 max-lg:-mt-3 lg:gap-6">
        <LeadPicture type={lead.property_type} />
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1} className="text-h2">
            {lead.name}
          </h1>
          <p className="text-lead text-ink-soft">{subjectWithoutText(lead)}</p>
          <StatusBadge status={statusOf(lead, nowMs)} />
        </div>
      </header>
      {rules && <p className="notice notice-danger font-semibold">{rules}</p>}
      <ComplaintNotice lead={lead} />
      <AskedNotice lead={lead} onReply={focusWriting} />
      <Suspicion lead={lead} />
      <UnsentChanges leadId={lead.id} />
      <Actions lead={lead} onRecord={open(RecordContact)} onReopen={open(StageForm)} />
      <section aria-label="Now" className="panel">
        <Assignee lead={lead} />
        <dl className="mt-2">
          {isClosed ? (
            <Row what="Stage" words={stage} />
          ) : (
            <>
              <Row what="Next" words={planned} onEdit={open(PlanForm)} />
              <Row what="Stage" words={stage} onEdit={open(StageForm)} />
            </>
          )}
          <Row what="Contact rules" words={rules || 'None'} onEdit={open(RulesForm)} />
        </dl>
      </section>
      <div className="lead-columns">
        <Timeline lead={lead} />
        <div className="grid min-w-0 content-start gap-5">
          <Facts lead={lead} />
          <Offers lead={lead} />
          <Papers lead={lead} />
          <SellersPage lead={lead} />
          <OtherLeads lead={lead} />
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {ACTIONS.map(({ place, label, Form }) => (
          <Button key={place} variant="plain" size="small" onClick={open(Form)}>
            {label(lead)}
          </Button>
        ))}
        {/* In later stages, staff have dealt with the seller, so the lead is not spam and needs no such button. */}
        {!lead.is_suspect && ['new', 'contacted'].includes(lead.stage) && (
          <Button
            variant="plain"
            size="small"
            aria-disabled={distrusting.isSending}
            onClick={() => distrusting.submit({ lead_id: lead.id }, baseOf(lead))}
          >
            Looks like spam
          </Button>
        )}
      </div>
      <ChangeState change={distrusting.change} />
      {Opened && <Opened lead={lead} onClose={() => setOpened(undefined)} />}
    </article>
  );
}
