import type { City } from '#src/content/collections.ts';
import { Passage } from '#src/claims/Passage.tsx';
import { Container } from '../../ui/Container.tsx';

export function CityIntro({ heading, paragraphs }: City['intro']) {
  return (
    <section aria-labelledby="intro-title" className="py-14 sm:py-20">
      <Container className="gap-x-16 lg:grid lg:grid-cols-[1fr_2fr]">
        <h2 id="intro-title" className="max-w-md text-h2">
          {heading}
        </h2>
        <div className="stack-4 mt-6 max-w-prose lg:mt-1 [&>p:first-child]:text-lead">
          {paragraphs.map((text, index) => (
            <Passage key={index} text={text} />
          ))}
        </div>
      </Container>
    </section>
  );
}
