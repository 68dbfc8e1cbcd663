import { useState } from 'react';
import { assign, claim, release } from '../api/calls.ts';
import type { Lead } from '../api/types.ts';
import { useMe } from '../app/Gate.tsx';
import { toasts } from '../app/toasts.ts';
import { Sheet } from './Sheet.tsx';
import { useWrite } from './use-write.ts';
import { WriteState } from './WriteState.tsx';

type Versioned = { lead_id: string; version: number };

/** Whose lead it is: the first tap on "Claim" wins, and everybody sees it. */
export function Ownership({ lead }: { lead: Lead }) {
  const me = useMe();
  const [base] = useState(lead);
  const claiming = useWrite<{ lead_id: string; version?: number }>(`${lead.id}.claim`, claim, () => {
    toasts.add({ title: 'It is yours' });
  });
  const releasing = useWrite<Versioned>(`${lead.id}.release`, release, () => {
    toasts.add({ title: 'Released' });
  });
  const assigning = useWrite<Versioned & { assignee: string }>(
    `${lead.id}.assign`,
    assign,
    ({ assignee }) => {
      toasts.add({ title: assignee ? `With ${assignee.name} now` : 'Given' });
    },
  );
  const [isPassing, setIsPassing] = useState(false);
  const ids = { lead_id: lead.id, version: lead.version };
  const { assignee } = lead;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>
          {assignee === null && 'Nobody has it yet.'}
          {assignee !== null && (assignee.id === me.id ? 'It is yours.' : `${assignee.name} has it.`)}
        </span>
        {assignee === null && (
          <button
            type="button"
            className="button button-secondary button-small"
            aria-disabled={claiming.isSending}
            onClick={() => {
              claiming.submit({ lead_id: lead.id });
            }}
          >
            Claim
          </button>
        )}
        <button
          type="button"
          className="button button-plain button-small"
          onClick={() => {
            setIsPassing(true);
          }}
        >
          {assignee === null ? 'Give to' : 'Pass on'}
        </button>
      </div>
      {claiming.conflict && (
        <p role="alert" className="notice">
          {claiming.conflict.lead.assignee?.name ?? 'Somebody else'} was faster and has it now.
        </p>
      )}
      {claiming.conflict === undefined && <WriteState write={claiming} base={base} onDrop={claiming.reset} />}
      <WriteState write={releasing} base={base} onDrop={releasing.reset} />
      <WriteState write={assigning} base={base} onDrop={assigning.reset} />
      {isPassing && (
        <Sheet
          title="Who takes it?"
          onClose={() => {
            setIsPassing(false);
          }}
        >
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
                    assigning.submit({ ...ids, assignee: person.id });
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
                  releasing.submit(ids);
                }}
              >
                Nobody: release it
              </button>
            )}
          </div>
        </Sheet>
      )}
    </div>
  );
}
