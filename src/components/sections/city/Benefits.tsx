import type { City } from '#src/content/collections.ts';
import { ClaimText } from '#src/claims/ClaimText.tsx';
import { OurRecord } from '#src/claims/OurRecord.tsx';
import { Container } from '../../ui/Container.tsx';

export function Benefits({ heading, cards }: City['benefits']) {
  return (
    <section aria-labelledby="benefits-title" className="bg-slate py-14 text-on-slate sm:py-20">
      <Container>
        <h2 id="benefits-title" className="max-w-2xl text-h2">
          {heading}
        </h2>
        <ul className="mt-10 grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {cards.map(({ title, text }) => (
            <li key={title} className="border-t-4 border-draw-sandstone pt-5">
              <h3 className="text-h4">{title}</h3>
              <p className="mt-2 text-on-slate-soft">
                <ClaimText text={text} />
              </p>
            </li>
          ))}
        </ul>
        <OurRecord className="mt-10" />
      </Container>
    </section>
  );
}
