import type { EventKind } from '../api/types.ts';
import { clockTime } from '../lib/london.ts';
import { differences, linesOf } from './differences.ts';
import { Lines } from './Lines.tsx';
import { outbox } from './desk-outbox.ts';
import type { Change } from './outbox.ts';
import { Button } from '../ui/Button.tsx';

/** The events that a seller causes on their own page and that increment the lead's version. */
const SELLERS: ReadonlySet<EventKind> = new Set(['call_wished', 'offer_answered', 'seller_stopped']);

type Props = {
  change: Change | undefined;
  /** Called when the user discards the change. */
  onDrop?: () => void;
};

/**
 * Says that an edit of a lead has not been sent yet, was refused, or conflicts with a colleague's edit. In a
 * conflict, the user chooses between the two edits.
 */
export function ChangeState({ change, onDrop }: Props) {
  if (change === undefined || change.state === 'sending') return null;
  if (change.state === 'waiting') {
    return (
      <p role="status" className="notice">
        Not sent yet. This is kept here, and sent as soon as the desk answers. You can go on.
      </p>
    );
  }
  const drop = () => {
    outbox.drop(change);
    onDrop?.();
  };
  const { conflict } = change;
  if (conflict === undefined) {
    return (
      <div role="alert" className="notice notice-danger grid justify-items-start gap-2">
        <p>{change.message}</p>
        <Button variant="plain" size="small" className="-ml-3" onClick={drop}>
          Discard this change
        </Button>
      </div>
    );
  }
  const theirs = differences(change.base, conflict.lead);
  const who = conflict.by?.name ?? (SELLERS.has(conflict.kind) ? 'The seller' : 'Somebody else');
  return (
    <section role="alert" className="notice notice-danger grid gap-3">
      <p>
        <b>{`${who} changed this lead at ${clockTime(conflict.at)}`}</b>, while you were writing. Nothing of
        yours is lost.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <div>
          <h3 className="font-sans font-semibold">{`${who} changed it to`}</h3>
          <Lines lines={theirs.length > 0 ? theirs : [{ what: 'Change', words: 'see the history' }]} />
        </div>
        <div>
          <h3 className="font-sans font-semibold">Your version</h3>
          <Lines lines={linesOf(change)} />
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => outbox.sendAgain(change)}>
          Save my version
        </Button>
        <Button onClick={drop}>Leave it as it is now</Button>
      </div>
    </section>
  );
}
