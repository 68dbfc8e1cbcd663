import type { Line } from './differences.ts';

export function Lines({ lines }: { lines: Line[] }) {
  return (
    <dl className="conflict-lines">
      {lines.map(({ what, words }) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd className="whitespace-pre-wrap">{words}</dd>
        </div>
      ))}
    </dl>
  );
}
