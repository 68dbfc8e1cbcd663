import type { FaqItem } from '../../content/collections.ts';
import type { ResolvedText } from '../../claims/claim-references.ts';
import { Passage } from '../../claims/Passage.tsx';
import { PlusMinus } from '../ui/PlusMinus.tsx';
import { Section } from './Section.tsx';

type Props = {
  heading: string;
  intro?: ResolvedText | string | undefined;
  items: readonly FaqItem[];
  className?: string;
};

/**
 * Questions and answers as an accordion. `<details>` with a common `name` open one at a time. `browser/accordion.ts`
 * handles the arrow, Home and End keys, and lets the questions appear one by one when they are scrolled into view.
 */
export function Faq({ heading, intro, items, className = '' }: Props) {
  return (
    <Section name="faq" linkable heading={heading} intro={intro} sideHeading className={className}>
      <ul data-accordion className="mt-8 border-t-2 border-ink lg:mt-0">
        {items.map(({ question, answer, link }) => (
          <li key={question} className="border-b border-line">
            <details name="faq" className="accordion-item group">
              <summary className="-mx-3 flex cursor-pointer items-start justify-between gap-6 px-3 py-4.5 hover:text-action focus-visible:-outline-offset-3">
                <h3 className="text-h4">{question}</h3>
                <PlusMinus />
              </summary>
              <div className="max-w-prose pt-1 pb-7">
                <Passage text={answer} />
                {link && (
                  <a href={link.href} className="mt-2 inline-block py-1 text-action underline">
                    {link.text}
                  </a>
                )}
              </div>
            </details>
          </li>
        ))}
      </ul>
    </Section>
  );
}
