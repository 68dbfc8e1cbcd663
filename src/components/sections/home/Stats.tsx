import { FixedText } from '#src/claims/FixedText.tsx';
import { NoteButtonSlot } from '#src/claims/NoteButtonSlot.tsx';
import { Container } from '../../ui/Container.tsx';
import type { HomeWords } from '#src/content/collections.ts';

export function Stats({ stats }: { stats: HomeWords['stats'] }) {
  return (
    <section aria-label="The promises in figures" className="bg-slate text-on-slate">
      <Container>
        <dl className="md:grid md:grid-cols-2 lg:grid-cols-4">
          {stats.map(({ value, label, claim }) => (
            <div
              key={label}
              className="grid grid-cols-[minmax(9.75rem,max-content)_1fr] items-baseline gap-x-4 border-on-slate-line py-5 max-md:not-last:border-b max-[22rem]:block md:block md:py-8 md:pr-8 lg:border-l lg:py-10 lg:pl-6 lg:first:border-l-0 lg:first:pl-0"
            >
              <dt className="col-start-2 row-start-1 font-semibold">
                {label}
                <NoteButtonSlot claim={claim} />
              </dt>
              <dd className="col-start-1 row-start-1 font-display text-h2 font-bold whitespace-nowrap md:mt-1">
                <FixedText text={value} claim={claim} />
              </dd>
            </div>
          ))}
        </dl>
      </Container>
    </section>
  );
}
