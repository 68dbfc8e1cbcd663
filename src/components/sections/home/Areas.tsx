import type { HomeWords } from '#src/content/collections.ts';
import { VALUATION_LINK } from '#src/site.ts';
import { Section } from '../Section.tsx';
import { ButtonLink } from '../../ui/Button.tsx';

type Props = {
  words: HomeWords['areas'];
  /** The path of each town's page, by the town's name. Not every town has a page. */
  pages: ReadonlyMap<string, string>;
};

export function Areas({ words, pages }: Props) {
  return (
    <Section name="areas" heading={words.heading} intro={words.intro} className="bg-action-wash">
      <ul className="slashed mt-8 flex flex-wrap gap-y-1 font-display text-h3 font-semibold sm:text-h2/snug">
        {words.towns.map((town) => (
          <li key={town} className="wrap-anywhere">
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
    </Section>
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
