import type { ReactNode } from 'react';
import { StreetScene } from './StreetScene.tsx';

type Props = {
  title: string;
  /** What happened, and what to do. */
  children: ReactNode;
};

/** A full-page message in place of content: nothing found, not allowed, not connected. */
export function FullPageMessage({ title, children }: Props) {
  return (
    <section className="state">
      <StreetScene className="mb-8 h-auto w-full rounded-card bg-wash" />
      <h1 className="text-h2">{title}</h1>
      <div className="state-text">{children}</div>
    </section>
  );
}
