import type { HomeWords } from '#src/content/collections.ts';
import { ClaimText } from '#src/claims/ClaimText.tsx';
import { SectionIntro } from '../Section.tsx';
import { StepPicture } from '../../illustrations/StepPicture.tsx';
import { Container } from '../../ui/Container.tsx';

/** The colour of each step, and on a wide screen its top margin, which makes the steps look like stairs that go up. */
const RISE = ['lg:mt-44 bg-wash', 'lg:mt-22 bg-draw-hill', 'bg-action-wash'];

/** The three steps of a sale, arranged like stairs on a wide screen. */
export function HowItWorks({ words }: { words: HomeWords['howItWorks'] }) {
  return (
    <section id="how-it-works" aria-labelledby="how-it-works-title" className="pt-14 sm:pt-20">
      <Container>
        <SectionIntro
          id="how-it-works-title"
          heading={words.heading}
          intro={words.intro}
          className="max-w-lg lg:h-48 lg:max-w-[calc(33%-2rem)] lg:max-xl:h-56"
        />
        <ol className="mt-8 max-lg:-mx-4 max-lg:sm:-mx-6 lg:-mt-34 lg:grid lg:grid-cols-3">
          {words.steps.map(({ title, text }, index) => (
            <li
              key={title}
              className={`grid grid-cols-[1fr_minmax(0,auto)] items-start gap-x-8 gap-y-4 px-4 py-8 sm:px-6 sm:max-lg:grid-cols-[2.5rem_1fr_minmax(0,auto)] lg:content-start lg:px-8 lg:pb-12 ${RISE[index] ?? ''}`}
            >
              <span aria-hidden="true" className="font-display text-h1/none font-bold text-accent">
                {index + 1}
              </span>
              <StepPicture
                step={index}
                className="h-20 max-w-full sm:max-lg:col-start-3 sm:max-lg:row-start-1 lg:h-24"
              />
              <div className="col-span-2 sm:max-lg:col-span-1 sm:max-lg:col-start-2 sm:max-lg:row-start-1">
                <h3 className="text-h3">{title}</h3>
                <p className="mt-2 max-w-prose">
                  <ClaimText text={text} />
                </p>
              </div>
            </li>
          ))}
        </ol>
      </Container>
    </section>
  );
}
