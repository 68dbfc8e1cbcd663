import { clockTime } from '../lib/london.ts';
import { differences, linesOf, type Line } from './differences.ts';
import { outbox } from './desk-outbox.ts';
import type { Change } from './outbox.ts';

type Props = {
  change: Change | undefined;
  /** Called when the user discards the change. */
  onDrop?: () => void;
};

function Lines({ title, lines }: { title: string; lines: Line[] }) {
  return (
    <div>
      <h3 className="font-sans font-semibold">{title}</h3>
      <dl className="conflict-lines">
        {lines.map(({ what, words }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd className="whitespace-pre-wrap">{words}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

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
        <button type="button" className="button button-plain button-small -ml-3" onClick={drop}>
          Give it up
        </button>
      </div>
    );
  }
  const theirs = differences(change.base, conflict.lead);
  const who = conflict.by?.name ?? 'Somebody else';
  return (
    <section role="alert" className="notice notice-danger grid gap-3">
      <p>
        <b>
          {who} changed this lead at {clockTime(conflict.at)}
        </b>
        , while you were writing. Nothing of yours is lost.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Lines
          title={`${who} left it as`}
          lines={theirs.length > 0 ? theirs : [{ what: 'Change', words: 'see the history' }]}
        />
        <Lines title="You want" lines={linesOf(change)} />
      </div>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="button button-primary"
          onClick={() => {
            outbox.sendAgain(change);
          }}
        >
          Save mine on top
        </button>
        <button type="button" className="button button-secondary" onClick={drop}>
          Leave it as it is now
        </button>
      </div>
    </section>
  );
}
