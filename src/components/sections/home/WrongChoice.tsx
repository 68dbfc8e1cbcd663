import type { HomeWords } from '#src/content/collections.ts';
import { ClaimText } from '#src/claims/ClaimText.tsx';
import { Container } from '../../ui/Container.tsx';

/** The section about when not to sell to us. It has the page's strongest colour, so that nobody misses it. */
export function WrongChoice({ words }: { words: HomeWords['wrongChoice'] }) {
  return (
    <section
      aria-labelledby="wrong-choice-title"
      className="bg-draw-sandstone-shade py-14 text-on-slate sm:py-20"
    >
      <Container className="gap-x-16 lg:grid lg:grid-cols-[1fr_2fr]">
        <div className="lg:sticky lg:top-28 lg:self-start">
          <h2 id="wrong-choice-title" className="text-h2">
            {words.heading}
          </h2>
          <p className="mt-4 max-w-md text-lead">
            <ClaimText text={words.intro} />
          </p>
        </div>
        <div className="mt-10 lg:mt-0">
          <ul className="gap-x-10 sm:grid sm:grid-cols-2">
            {words.reasons.map(({ title, text }) => (
              <li key={title} className="border-t border-white/35 py-6">
                <h3 className="text-h4">{title}</h3>
                <p className="mt-2">
                  <ClaimText text={text} />
                </p>
              </li>
            ))}
          </ul>
          <p className="border-t-2 border-on-slate pt-6 font-display text-h3 font-semibold">
            {words.closing}
          </p>
        </div>
      </Container>
    </section>
  );
}
