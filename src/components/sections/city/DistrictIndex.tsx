import type { City } from '../../../lib/content.ts';
import { SectionIntro } from '../../content/SectionIntro.tsx';
import { Container } from '../../ui/Container.tsx';

/** Sixteen areas of the city as the index of a street atlas: the postcode, then the name. */
export function DistrictIndex({ heading, intro, items }: City['areas']) {
  return (
    <section aria-labelledby="areas-title" className="py-14 sm:py-20">
      <Container>
        <SectionIntro id="areas-title" heading={heading} intro={intro} />
        <ul className="mt-8 grid grid-cols-2 gap-x-6 border-t-2 border-ink sm:gap-x-10 lg:grid-cols-4">
          {items.map(({ postcode, name }) => (
            <li key={name} className="border-b border-line py-3.5">
              <span className="block font-display text-h4 font-bold text-accent">{postcode}</span>
              {name}
            </li>
          ))}
        </ul>
      </Container>
    </section>
  );
}
