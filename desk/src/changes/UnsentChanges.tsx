import { clearDraft } from './drafts.ts';
import { linesOf } from './differences.ts';
import { Lines } from './Lines.tsx';
import { ChangeState } from './ChangeState.tsx';
import { outbox } from './desk-outbox.ts';
import type { Change } from './outbox.ts';
import { useOutbox } from './use-change.ts';
import { Button } from '../ui/Button.tsx';

function Refused({ change, drop }: { change: Change; drop: () => void }) {
  return (
    <div role="alert" className="notice notice-danger grid gap-3">
      <p>
        <b>{`Not saved: ${change.words}.`}</b> <span>{change.message}</span>
      </p>
      <Lines lines={linesOf(change)} />
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => outbox.sendAgain(change)}>
          Send it again
        </Button>
        <Button variant="plain" size="small" onClick={drop}>
          Delete it
        </Button>
      </div>
    </div>
  );
}

/**
 * Shows a lead's changes that wait for a connection, were refused or are in conflict. If the form of a change is open,
 * the change is left out here, because the form shows it.
 */
export function UnsentChanges({ leadId }: { leadId: string }) {
  const { changes, openForms } = useOutbox();
  return changes
    .filter(({ key, args, state }) => args.lead_id === leadId && state !== 'sending' && !openForms.has(key))
    .map((change) => {
      const drop = () => {
        outbox.drop(change);
        clearDraft(change.key);
      };
      if (change.state === 'refused') return <Refused key={change.id} change={change} drop={drop} />;
      if (change.state === 'conflict') {
        return <ChangeState key={change.id} change={change} onDrop={drop} />;
      }
      // The lead's history already shows a waiting note or message.
      if (change.name === 'note' || change.name === 'reply') return null;
      return (
        <div key={change.id} role="status" className="notice grid gap-2">
          <p>
            <b>{`Not sent yet: ${change.words}.`}</b> It is sent as soon as the desk answers.
          </p>
          <Lines lines={linesOf(change)} />
        </div>
      );
    });
}
