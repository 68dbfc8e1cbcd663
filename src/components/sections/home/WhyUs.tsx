import type { HomeWords } from '#src/content/collections.ts';
import { OurRecord } from '#src/claims/OurRecord.tsx';
import { Passage } from '#src/claims/Passage.tsx';
import { SectionIntro } from '../Section.tsx';
import { Container } from '../../ui/Container.tsx';

/** The angles of the six stamps. */
const ANGLES = ['-rotate-3', 'rotate-2', '-rotate-1', 'rotate-3', '-rotate-2', 'rotate-1'];

/** Six guarantees on one sheet, each with a stamp. */
export function WhyUs({ words }: { words: HomeWords['whyUs'] }) {
  return (
    <section id="why-us" aria-labelledby="why-us-title" className="bg-slate py-14 text-ink sm:py-20">
      <Container>
        <div className="rounded-card bg-card px-5 py-10 shadow-float sm:px-10 lg:px-14 lg:py-14">
          <SectionIntro
            id="why-us-title"
            heading={words.heading}
            intro={words.intro}
            className="border-b-2 border-ink pb-8 [&>p]:max-w-2xl"
          />
          <ul className="grid gap-x-14 md:grid-cols-2">
            {words.cards.map(({ title, text }, index) => (
              <li
                key={title}
                className="border-b border-line py-8 last:border-b-0 last:pb-0 md:nth-last-2:border-b-0 md:nth-last-2:pb-0"
              >
                <p
                  className={`w-fit rounded-control border-2 border-accent px-2.5 py-0.5 text-small font-bold text-accent ${ANGLES[index] ?? ''}`}
                >
                  {words.stamp}
                </p>
                <h3 className="mt-3 text-h3">{title}</h3>
                <Passage text={text} className="mt-2" />
              </li>
            ))}
          </ul>
          <OurRecord className="mt-10" />
        </div>
      </Container>
    </section>
  );
}
