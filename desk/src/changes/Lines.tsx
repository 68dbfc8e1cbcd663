import type { Line } from './differences.ts';

export function Lines({ lines }: { lines: Line[] }) {
  return (
    <dl className="mt-1 grid gap-1 text-small">
      {lines.map(({ what, words }) => (
        <div key={what}>
          <dt className="text-ink-soft">{what}</dt>
          <dd className="whitespace-pre-wrap">{words}</dd>
        </div>
      ))}
    </dl>
  );
}
