import type { ReactNode } from 'react';
import { StreetScene } from './StreetScene.tsx';

type Props = {
  title: string;
  /** What happened, and what to do. */
  children: ReactNode;
};

/** A page that has nothing to show: empty, refused, not connected, signed out. */
export function State({ title, children }: Props) {
  return (
    <section className="state">
      <StreetScene className="state-drawing" />
      <h1 className="text-h2">{title}</h1>
      <div className="state-text">{children}</div>
    </section>
  );
}
