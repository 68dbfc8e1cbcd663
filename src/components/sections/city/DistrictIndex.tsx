import type { City } from '#src/content/collections.ts';
import { Section } from '../Section.tsx';

export function DistrictIndex({ heading, intro, items }: City['areas']) {
  return (
    <Section name="areas" heading={heading} intro={intro}>
      <ul className="mt-8 grid grid-cols-2 gap-x-6 border-t-2 border-ink sm:gap-x-10 lg:grid-cols-4">
        {items.map(({ postcode, name }) => (
          <li key={name} className="border-b border-line py-3.5 wrap-anywhere">
            <span className="block font-display text-h4 font-bold text-accent">{postcode}</span>
            {name}
          </li>
        ))}
      </ul>
    </Section>
  );
}
