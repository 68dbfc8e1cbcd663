import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { isBefore } from '#server/database/codes.ts';
import type { ChangeArgs, ChangeName } from '../api/calls.ts';
import type { Card, CloseReason, Lead } from '../api/types.ts';
import { useMe } from '../api/use-me.ts';
import { baseOf } from '../changes/base.ts';
import { outbox } from '../changes/desk-outbox.ts';
import { isUnanswered, type Change } from '../changes/outbox.ts';
import { useOutbox } from '../changes/use-change.ts';
import { soon } from './next-times.ts';
import { useNow } from '../lib/use-now.ts';
import { hasPlan } from './next-steps.ts';
import { NextFields, NO_NEXT, readNext } from './NextFields.tsx';
import { useDraft } from './use-draft.ts';
import type { BulkProps } from '../inbox/ViewList.tsx';
import { Button } from '../ui/Button.tsx';
import { ChoiceField } from '../ui/Field.tsx';
import { Form } from '../ui/Form.tsx';
import { SaveButton } from '../ui/SaveButton.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { CLOSE_WORDS } from '../ui/words.ts';

type Own = 'lead_id' | 'version';
type Send = <Name extends ChangeName>(
  name: Name,
  words: string,
  done: string,
  args: Omit<ChangeArgs[Name], Own>,
) => void;

/** A lead that waits to be given can be closed too: each kind of change is kept for itself. */
const keyOf = ({ id }: Pick<Card, 'id'>, name: ChangeName) => `${id}.bulk.${name}`;

/** Gives, plans or closes the chosen leads. Each is a change of its own, with its own version and its own result. */
export function BulkChange({ cards, onSent }: BulkProps) {
  const [card] = cards;
  const nowMs = useNow();
  const [sheet, setSheet] = useState<'give' | 'plan' | 'close'>();
  const [sent, setSent] = useState<Omit<ResultProps, 'stored'>>();
  const [stored, setStored] = useState<ReadonlyMap<string, Lead>>(new Map());
  useEffect(
    () => outbox.onStored(({ key }, lead) => setStored((before) => new Map([...before, [key, lead]]))),
    [],
  );

  const send: Send = (name, words, done, args) => {
    setStored(new Map());
    setSent({ name, done, cards });
    setSheet(undefined);
    for (const card of cards) {
      const own = { lead_id: card.id, version: card.version };
      const key = keyOf(card, name);
      outbox.add({ name, key, words, args: { ...own, ...args } as never, base: baseOf(card) });
    }
    onSent();
  };
  const closed =
    sent?.done === 'closed'
      ? sent.cards.filter((card) => card.stage !== 'closed' && stored.has(keyOf(card, 'set_stage')))
      : [];
  /** Opens the leads that were closed, at the stage and with the next step that each had. */
  const reopen = () => {
    setStored(new Map());
    setSent({ name: 'set_stage', done: 'open again', cards: closed });
    for (const card of closed) {
      const lead = stored.get(keyOf(card, 'set_stage')) ?? card;
      const plan = hasPlan(card, nowMs)
        ? card
        : { next_action: 'call' as const, next_at: soon(nowMs).toISOString() };
      const { next_action, next_at } = plan;
      const args = { lead_id: card.id, version: lead.version, stage: card.stage, next_action, next_at };
      const key = keyOf(card, 'set_stage');
      outbox.add({ name: 'set_stage', key, words: 'the stage', args, base: baseOf(lead) });
    }
  };

  return (
    <section aria-label="Chosen leads" className="bulk">
      <p role="status" tabIndex={-1}>
        {sent && cards.length === 0 ? (
          <Result {...sent} stored={stored} />
        ) : (
          <span>{`${cards.length} chosen`}</span>
        )}
      </p>
      {cards.length === 0 && closed.length > 0 && (
        <Button size="small" onClick={reopen}>
          {closed.length === 1 ? 'Open it again' : `Open these ${closed.length} again`}
        </Button>
      )}
      {cards.length > 0 && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => setSheet('give')}>
            Give to
          </Button>
          <Button size="small" onClick={() => setSheet('plan')}>
            Plan
          </Button>
          <Button size="small" onClick={() => setSheet('close')}>
            Close
          </Button>
        </div>
      )}
      {sheet !== undefined && card !== undefined && (
        <Sheet
          title={{ give: 'Who takes them?', plan: 'Their next step', close: 'Why are they closed?' }[sheet]}
          onClose={() => setSheet(undefined)}
        >
          {sheet === 'give' && <Give send={send} />}
          {sheet === 'plan' && <Plan cards={cards} card={card} send={send} />}
          {sheet === 'close' && <Close cards={cards} card={card} send={send} />}
        </Sheet>
      )}
    </section>
  );
}

function whyNot(change: Change | undefined): string {
  if (change?.conflict) return `${change.conflict.by?.name ?? 'somebody'} changed it first`;
  return change?.message ?? 'discarded';
}

type ResultProps = {
  name: ChangeName;
  done: string;
  cards: readonly Card[];
  stored: ReadonlyMap<string, Lead>;
};

/** 12 given, 1 not: Mairi Grant (Ben changed it first) */
function Result({ name, done, cards, stored }: ResultProps) {
  const { changes } = useOutbox();
  const left = cards
    .filter((card) => !stored.has(keyOf(card, name)))
    .map((card) => ({ card, change: changes.find(({ key }) => key === keyOf(card, name)) }));
  const failed = left.filter(({ change }) => change === undefined || !isUnanswered(change));
  const waiting = left.length - failed.length;
  return (
    <>
      <b>{`${cards.length - left.length} ${done}`}</b>
      {waiting > 0 && <span>{`, ${waiting} being sent`}</span>}
      {failed.length > 0 && <span>{`, ${failed.length} not: `}</span>}
      {failed.map(({ card, change }, index) => (
        <span key={card.id}>
          <span>{index > 0 ? ', ' : ''}</span>
          <Link href={`/lead/${card.id}`} className="quiet-link">
            {card.name}
          </Link>
          <span>{` (${whyNot(change)})`}</span>
        </span>
      ))}
    </>
  );
}

function Give({ send }: { send: Send }) {
  const me = useMe();
  return (
    <div className="grid gap-2">
      {me.staff.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className="big-choice"
          onClick={() => send('assign', 'whose lead it is', 'given', { assignee: id })}
        >
          {id === me.id ? `${name} (you)` : name}
        </button>
      ))}
    </div>
  );
}

const NO_PLAN = { next_action: null, next_at: null };

type FormProps = { card: Card; send: Send };

function Plan({ cards, card, send }: FormProps & { cards: readonly Card[] }) {
  const nowMs = useNow();
  const called = cards.filter((one) => one.next_action === 'call' && hasPlan(one, nowMs));
  const draft = useDraft('bulk.plan', card, { ...NO_NEXT, next_action: 'call' });
  const save = () => {
    const read = readNext(draft.values, { ...NO_PLAN, events: [] });
    if (!read.ok) draft.setErrors(read.errors);
    else if (read.next.next_action !== null) {
      draft.forget();
      send('plan', 'the next step', 'planned', {
        next_action: read.next.next_action,
        next_at: read.next.next_at,
      });
    }
  };
  return (
    <Form onSave={save}>
      {called.length > 0 && (
        <p className="notice">{`This replaces a planned call: ${called.map(({ name }) => name).join(', ')}.`}</p>
      )}
      <NextFields draft={draft} lead={{ ...NO_PLAN, events: [] }} />
      <SaveButton isSending={false}>Plan</SaveButton>
    </Form>
  );
}

/** Whether a lead should not be closed among others: it has an offer, or its seller waits for an answer. */
const isWarm = ({ stage, asked_at }: Card) => asked_at !== null || !isBefore(stage, 'offer_made');

function Close({ cards, card, send }: FormProps & { cards: readonly Card[] }) {
  const warm = cards.filter(isWarm);
  const draft = useDraft('bulk.close', card, { reason: '' });
  const save = () => {
    if (draft.values.reason === '') draft.setErrors({ reason: 'Say why they are closed.' });
    else {
      draft.forget();
      send('set_stage', 'the stage', 'closed', {
        stage: 'closed',
        reason: draft.values.reason as CloseReason,
        ...NO_PLAN,
      });
    }
  };
  return (
    <Form onSave={save}>
      {warm.length > 0 && (
        <p className="notice">{`With an offer, or waiting for an answer: ${warm.map(({ name }) => name).join(', ')}.`}</p>
      )}
      <ChoiceField label="Reason" words={CLOSE_WORDS} none="Choose" {...draft.field('reason')} />
      <SaveButton isSending={false}>
        {cards.length === 1 ? 'Close 1 lead' : `Close ${cards.length} leads`}
      </SaveButton>
    </Form>
  );
}
