import type { City } from '#src/content/collections.ts';
import { Passage } from '#src/claims/Passage.tsx';
import { Container } from '../../ui/Container.tsx';

/** A warning that sellers in this city must read before they ask us for an offer. */
export function CityNotice({ heading, paragraphs }: NonNullable<City['notice']>) {
  return (
    <section aria-labelledby="notice-title" className="bg-draw-sandstone-shade text-on-slate">
      <Container className="gap-x-16 py-10 lg:grid lg:grid-cols-[1fr_2fr] lg:py-14">
        <h2 id="notice-title" className="text-h3">
          {heading}
        </h2>
        <div className="stack-3 mt-4 max-w-prose lg:mt-0">
          {paragraphs.map((text, index) => (
            <Passage key={index} text={text} />
          ))}
        </div>
      </Container>
    </section>
  );
}
