import type { ReactNode } from 'react';

type Props = { title: string; wide?: boolean; children: ReactNode };

/** A component's name, and below it the component in its states. */
export function Specimen({ title, wide = false, children }: Props) {
  return (
    <section aria-label={title} className="border-t-2 border-ink pt-4">
      <h2 className="mb-4 font-sans text-h4">{title}</h2>
      <div className={wide ? 'overflow-hidden' : 'space-y-6'}>{children}</div>
    </section>
  );
}
