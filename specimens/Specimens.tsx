import type { ReactNode } from 'react';

/** Components in their states, by the component's name. */
export type Specimens = Readonly<Record<string, ReactNode>>;

/** These reach from edge to edge. */
const WIDE = ['Street', 'CityStreet', 'Faq', 'Header', 'NotFound', 'Footer'];

export function SpecimenList({ specimens }: { specimens: Specimens }) {
  return Object.entries(specimens).map(([title, states]) => (
    <section key={title} aria-label={title} className="border-t-2 border-ink pt-4">
      <h2 className="mb-4 font-sans text-h4">{title}</h2>
      <div className={WIDE.includes(title) ? 'overflow-hidden' : 'space-y-6'}>{states}</div>
    </section>
  ));
}
