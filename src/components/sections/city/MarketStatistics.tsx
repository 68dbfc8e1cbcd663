import type { City } from '#src/content/collections.ts';
import { claimsOf } from '#src/claims/claim-references.ts';
import { ClaimText } from '#src/claims/ClaimText.tsx';
import { NotesSlot } from '#src/claims/NotesSlot.tsx';
import { Section } from '../Section.tsx';

type Props = NonNullable<City['marketStatistics']>;

export function MarketStatistics({ heading, intro, items }: Props) {
  return (
    <Section
      name="statistics"
      heading={heading}
      intro={intro}
      className="bg-action-wash"
      introClassName="max-w-2xl"
    >
      <dl className="mt-10 grid grid-cols-2 gap-x-8 border-t-2 border-ink sm:gap-x-12 lg:grid-cols-4">
        {items.map(({ value, label }) => (
          <div key={label} className="flex flex-col border-b border-ink/20 py-5 lg:border-b-0">
            <dt className="font-semibold">{label}</dt>
            <dd className="order-first font-display text-h3 font-bold sm:text-h2">
              <ClaimText text={value} />
            </dd>
            <dd className="mt-1">
              <NotesSlot claims={claimsOf(value)} isPlain />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
