import type { ReactNode } from 'react';

/** A line of a list of facts: what it is, and its value. */
export function Fact({ what, children }: { what: string; children: ReactNode }) {
  return (
    <div>
      <dt>{what}</dt>
      <dd>{children}</dd>
    </div>
  );
}
