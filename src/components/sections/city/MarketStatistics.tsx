import type { City } from '#src/content/collections.ts';
import { claimsOf } from '#src/claims/claims.ts';
import { ClaimNote } from '#src/claims/ClaimNote.tsx';
import { ClaimText } from '#src/claims/ClaimText.tsx';
import { Section } from '../Section.tsx';
import { PriceTable } from './PriceTable.tsx';

type Props = NonNullable<City['marketStatistics']>;

/** Figures about the city's market, each with its note, and a chart of prices. */
export function MarketStatistics({ heading, intro, items, prices }: Props) {
  return (
    <Section
      name="statistics"
      heading={heading}
      intro={intro}
      className="bg-action-wash"
      introClassName="max-w-2xl"
    >
      <div className="mt-10 grid gap-x-16 gap-y-12 lg:grid-cols-[5fr_3fr]">
        <dl className="grid grid-cols-2 gap-x-8 border-t-2 border-ink sm:gap-x-12 lg:self-start">
          {items.map(({ value, label, note }) => (
            <div key={label} className="flex flex-col border-b border-ink/20 py-5">
              <dt className="font-semibold">{label}</dt>
              <dd className="order-first font-display text-h3 font-bold sm:text-h2">
                <ClaimText text={value} />
              </dd>
              <dd className="mt-1">
                {claimsOf(value).map((claim) => (
                  <ClaimNote key={claim.id} claim={claim} />
                ))}
                {note !== undefined && <small className="block text-small text-ink-soft">{note}</small>}
              </dd>
            </div>
          ))}
        </dl>
        <PriceTable {...prices} />
      </div>
    </Section>
  );
}
