import type { HomeWords } from '../../../lib/content.ts';
import { VALUATION_LINK } from '../../../site.ts';
import { SectionIntro } from '../../content/SectionIntro.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Container } from '../../ui/Container.tsx';

type Props = {
  words: HomeWords['areas'];
  /** The towns that have a page of their own, and its address. */
  pages: ReadonlyMap<string, string>;
};

/** Fifteen towns, set large as one line of names that runs on. */
export function Areas({ words, pages }: Props) {
  return (
    <section aria-labelledby="areas-title" className="bg-action-wash py-14 sm:py-20">
      <Container>
        <SectionIntro id="areas-title" heading={words.heading} intro={words.intro} />
        <ul className="mt-8 flex flex-wrap gap-y-1 font-display text-h3 font-semibold sm:text-h2/snug">
          {words.towns.map((town) => (
            <li
              key={town}
              className="whitespace-nowrap after:mx-3 after:font-normal after:text-accent after:content-['/'_/_''] last:after:hidden sm:after:mx-4"
            >
              <Town name={town} href={pages.get(town)} />
            </li>
          ))}
        </ul>
        <div className="mt-10 flex flex-wrap items-center justify-between gap-x-16 gap-y-5 border-t-2 border-ink pt-8">
          <div className="max-w-xl">
            <h3 className="text-h3">{words.question}</h3>
            <p className="mt-2">{words.followUp}</p>
          </div>
          <ButtonLink href={VALUATION_LINK.href}>{VALUATION_LINK.label}</ButtonLink>
        </div>
      </Container>
    </section>
  );
}

function Town({ name, href }: { name: string; href: string | undefined }) {
  if (href === undefined) return name;
  return (
    <a href={href} className="text-action underline decoration-2 underline-offset-6 hover:no-underline">
      {name}
    </a>
  );
}
