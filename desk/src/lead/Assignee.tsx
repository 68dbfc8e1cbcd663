import { useState } from 'react';
import type { Lead } from '../api/types.ts';
import { useMe } from '../api/use-me.ts';
import { Button } from '../ui/Button.tsx';
import { toasts } from '../ui/toasts.ts';
import { baseOf } from '../changes/base.ts';
import { ChangeState } from '../changes/ChangeState.tsx';
import { useChange } from '../changes/use-change.ts';
import { outbox } from '../changes/desk-outbox.ts';
import { Sheet } from '../ui/Sheet.tsx';

/**
 * The assignee of a lead, with buttons to claim, release and reassign it. If two people claim it at once, the first one
 * gets it, and the other sees who was faster.
 */
export function Assignee({ lead }: { lead: Lead }) {
  const me = useMe();
  const claiming = useChange('claim', `${lead.id}.claim`, 'taking the lead', () =>
    toasts.add({ title: 'It is yours' }),
  );
  const releasing = useChange('release', `${lead.id}.release`, 'putting the lead back', () =>
    toasts.add({ title: 'Put back' }),
  );
  const assigning = useChange('assign', `${lead.id}.assign`, 'whose lead it is', ({ assignee }) =>
    toasts.add({ title: assignee ? `With ${assignee.name} now` : 'Passed on' }),
  );
  const [isPassing, setIsPassing] = useState(false);
  const base = baseOf(lead);
  const ids = { lead_id: lead.id, version: lead.version };
  const faster = claiming.change?.conflict;
  const { assignee } = lead;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>
          {assignee === null
            ? 'Nobody has it yet.'
            : assignee.id === me.id
              ? `It is yours.${lead.given_by ? ` ${lead.given_by.name} gave it to you.` : ''}`
              : `${assignee.name} has it.`}
        </span>
        {assignee === null && (
          <Button
            size="small"
            aria-disabled={claiming.isSending}
            onClick={() => claiming.submit({ lead_id: lead.id }, base)}
          >
            Take it
          </Button>
        )}
        <Button variant="plain" size="small" onClick={() => setIsPassing(true)}>
          {assignee === null ? 'Give to' : 'Pass on'}
        </Button>
      </div>
      {claiming.change && faster ? (
        <div role="alert" className="notice flex flex-wrap items-center justify-between gap-3">
          <p>{`${faster.lead.assignee?.name ?? 'Somebody else'} was faster and has it now.`}</p>
          <Button
            variant="plain"
            size="small"
            onClick={() => {
              if (claiming.change) outbox.drop(claiming.change);
            }}
          >
            All right
          </Button>
        </div>
      ) : (
        <ChangeState change={claiming.change} />
      )}
      <ChangeState change={releasing.change} />
      <ChangeState change={assigning.change} />
      {isPassing && (
        <Sheet title="Who takes it?" onClose={() => setIsPassing(false)}>
          <div className="grid gap-2">
            {me.staff
              .filter(({ id }) => id !== assignee?.id)
              .map((person) => (
                <button
                  key={person.id}
                  type="button"
                  className="big-choice"
                  onClick={() => {
                    setIsPassing(false);
                    assigning.submit({ ...ids, assignee: person.id }, base);
                  }}
                >
                  {person.id === me.id ? `${person.name} (you)` : person.name}
                </button>
              ))}
            {assignee !== null && (
              <button
                type="button"
                className="big-choice big-choice-quiet"
                onClick={() => {
                  setIsPassing(false);
                  releasing.submit(ids, base);
                }}
              >
                Nobody: put it back
              </button>
            )}
          </div>
        </Sheet>
      )}
    </div>
  );
}
