import { clockTime } from '../lib/london.ts';
import type { Lead } from '../api/types.ts';
import { differences, linesOf, type Line } from './differences.ts';
import type { Write } from './use-write.ts';

type Props<Args extends { version?: number }> = {
  write: Write<Args>;
  /** The lead as it was when somebody began to type. */
  base: Lead;
  /** Called when they leave the other's version as it is. */
  onDrop: () => void;
};

function Lines({ title, lines }: { title: string; lines: Line[] }) {
  return (
    <div>
      <h3 className="font-sans font-semibold">{title}</h3>
      <dl className="conflict-lines">
        {lines.map(({ what, words }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** What became of a change that was sent: waiting for the line, refused, or overtaken by somebody else's. */
export function WriteState<Args extends { version?: number }>({ write, base, onDrop }: Props<Args>) {
  const { conflict, sent } = write;
  if (write.isWaiting) {
    return (
      <p role="status" className="notice">
        No connection. This is kept here, and sent when the line is back.
      </p>
    );
  }
  if (write.refusal) {
    return (
      <p role="alert" className="notice notice-danger">
        {write.refusal.message}
      </p>
    );
  }
  if (!conflict || !sent) return null;
  const theirs = differences(base, conflict.lead);
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
        <Lines title="You want" lines={linesOf(sent)} />
      </div>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="button button-primary"
          onClick={() => {
            write.submit({ ...sent, version: conflict.lead.version });
          }}
        >
          Save mine on top
        </button>
        <button type="button" className="button button-secondary" onClick={onDrop}>
          Leave it as it is now
        </button>
      </div>
    </section>
  );
}
