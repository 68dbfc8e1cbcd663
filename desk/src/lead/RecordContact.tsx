import { startTransition, useState } from 'react';
import { REACHED } from '#server/database/codes.ts';
import type { Channel, Lead, Outcome } from '../api/types.ts';
import { Button } from '../ui/Button.tsx';
import { DeskIcon } from '../ui/DeskIcon.tsx';
import { toasts } from '../ui/toasts.ts';
import { useNow } from '../lib/use-now.ts';
import { CHANNEL_WORDS, OUTCOME_WORDS } from '../ui/words.ts';
import { ChangeState } from '../changes/ChangeState.tsx';
import { useChange } from '../changes/use-change.ts';
import { TextArea } from '../ui/Field.tsx';
import { ReadOnlyContext } from '../ui/Form.tsx';
import { NextFields, NO_NEXT, readNext, takenBack, type NextValues } from './NextFields.tsx';
import { nextStepsAfter, withoutDone, type NextStep } from './next-steps.ts';
import { recordKey } from '../changes/contact-draft.ts';
import { Sheet } from '../ui/Sheet.tsx';
import { useDraft, type Draft } from './use-draft.ts';

const CALL_OUTCOMES: Outcome[] = ['spoke', 'no_answer', 'voicemail', 'wrong_number', 'do_not_call'];
const MESSAGE_OUTCOMES: Outcome[] = ['message_sent', 'spoke', 'wrong_number', 'do_not_call'];
const CHANNELS = Object.keys(CHANNEL_WORDS) as Channel[];

type Field = 'channel' | 'outcome' | 'body' | keyof NextValues;
type Props = { lead: Lead; onClose: () => void };

/** Asks how a call or message went, then for the next step and an optional note. All three are stored together. */
export function RecordContact({ lead, onClose }: Props) {
  const key = recordKey(lead.id);
  const draft = useDraft<Field>(key, lead, { channel: 'phone', outcome: '', body: '', ...NO_NEXT });
  const channel = draft.values.channel as Channel;
  const drop = () => {
    draft.forget();
    onClose();
  };

  if (draft.values.outcome === '') {
    return (
      <Sheet title={`How did it go with ${lead.name}?`} onClose={drop}>
        <div className="flex flex-wrap gap-2" role="group" aria-label="How you reached them">
          {CHANNELS.map((name) => (
            <button
              key={name}
              type="button"
              className="chip"
              aria-pressed={name === channel}
              onClick={() => draft.change({ channel: name })}
            >
              {CHANNEL_WORDS[name]}
            </button>
          ))}
        </div>
        <div className="grid gap-2">
          {(channel === 'phone' ? CALL_OUTCOMES : MESSAGE_OUTCOMES).map((name) => (
            <button
              key={name}
              type="button"
              className="big-choice"
              onClick={() => startTransition(() => draft.change({ outcome: name }))}
            >
              {OUTCOME_WORDS[name]}
            </button>
          ))}
        </div>
      </Sheet>
    );
  }
  return (
    <Sheet title="What comes next?" onClose={onClose}>
      <NextStepChoice lead={lead} draft={draft} draftKey={key} onStored={onClose} onDrop={drop} />
    </Sheet>
  );
}

type ChoiceProps = {
  lead: Lead;
  draft: Draft<Field>;
  draftKey: string;
  onStored: () => void;
  onDrop: () => void;
};

/** The second step. It is a component of its own, so that sending the record does not render the dialog again. */
function NextStepChoice({ lead, draft, draftKey, onStored, onDrop }: ChoiceProps) {
  const nowMs = useNow();
  const [isOther, setIsOther] = useState(false);
  const { values, setErrors, change, field, base } = draft;
  const channel = values.channel as Channel;
  const outcome = values.outcome as Outcome;
  const write = useChange('log_call', draftKey, 'how it went', () => {
    toasts.add({ title: 'Recorded' });
    onStored();
  });
  // A message is no call: the one that is planned is still to come.
  const planned = channel === 'phone' ? { ...withoutDone(lead, 'call'), events: [] } : lead;
  const promised = takenBack({ next_action: 'other' }, planned, nowMs);

  const send = (next: Pick<NextStep, 'next_action' | 'next_at' | 'close_reason'>) => {
    if (write.isReadOnly) return;
    const body = values.body.trim() || null;
    write.submit({ lead_id: lead.id, version: base.version, channel, outcome, body, ...next }, base);
  };
  const sendOther = () => {
    const read = readNext(values, planned);
    if (read.ok) send({ ...read.next, close_reason: null });
    else setErrors(read.errors);
  };

  return (
    <>
      <p className="flex items-center justify-between gap-3">
        <span>
          <b>{OUTCOME_WORDS[outcome]}</b> <span>{CHANNEL_WORDS[channel]}</span>
        </span>
        <Button
          variant="plain"
          size="small"
          aria-disabled={write.isReadOnly}
          onClick={() => change({ outcome: '' })}
        >
          <DeskIcon name="back" /> Change
        </Button>
      </p>
      <TextArea
        label={REACHED.includes(outcome) ? 'What was said' : 'Note, for us only'}
        hint="If it matters."
        rows={2}
        maxLength={4000}
        readOnly={write.isReadOnly}
        {...field('body')}
      />
      <ChangeState change={write.change} onDrop={onDrop} />
      {!isOther && (
        <div className="grid gap-2" aria-busy={write.isSending}>
          {promised !== undefined && (
            <p className="notice">{`Every choice but the first takes back ${promised}. It then goes from the seller’s page. Tell them: their own calendar may still show it.`}</p>
          )}
          {nextStepsAfter(outcome, planned, nowMs).map(({ words, ...next }) => (
            <button
              key={words}
              type="button"
              className={`big-choice ${next.close_reason ? 'big-choice-quiet' : ''}`}
              aria-disabled={write.isReadOnly}
              onClick={() => send(next)}
            >
              {words}
            </button>
          ))}
          <button type="button" className="big-choice big-choice-quiet" onClick={() => setIsOther(true)}>
            Another step or time
          </button>
        </div>
      )}
      {isOther && (
        <>
          <ReadOnlyContext value={write.isReadOnly}>
            <NextFields draft={draft} lead={planned} />
          </ReadOnlyContext>
          <Button variant="primary" aria-disabled={write.isReadOnly} onClick={sendOther}>
            Save
          </Button>
        </>
      )}
    </>
  );
}
