import type { City } from '#src/content/collections.ts';
import { claimsOf, type ResolvedText } from '#src/claims/claim-references.ts';
import { ClaimText } from '#src/claims/ClaimText.tsx';
import { NotesSlot } from '#src/claims/NotesSlot.tsx';
import { Section } from '../Section.tsx';

type Props = NonNullable<City['comparison']>;

const CELL = 'w-1/2 px-3 pt-1 pb-5 align-top sm:px-5';

/**
 * A table that compares us with an estate agent. Each aspect is a row heading above its two cells, so that the two
 * columns are wide enough on a phone. The names of the columns stay in view.
 */
export function Comparison({ heading, intro, columns, rows }: Props) {
  const [cash, agent] = columns;
  return (
    <Section name="comparison" heading={heading} intro={intro} sideHeading>
      <div>
        <table
          aria-labelledby="comparison-title"
          className="comparison -mx-3 mt-8 w-[calc(100%+1.5rem)] table-fixed wrap-anywhere sm:-mx-5 sm:w-[calc(100%+2.5rem)] lg:mt-0"
        >
          <thead>
            <tr className="text-left font-display">
              <th scope="col" className="px-3 text-action sm:px-5">
                {cash}
              </th>
              <th scope="col" className="px-3 text-accent sm:px-5">
                {agent}
              </th>
            </tr>
          </thead>
          {rows.map(({ aspect, ...texts }) => (
            <tbody
              key={aspect}
              className="break-inside-avoid border-b border-line first-of-type:bg-action-wash"
            >
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={2}
                  className="px-3 pt-5 text-left font-display text-h4 font-semibold sm:px-5"
                >
                  {aspect}
                </th>
              </tr>
              <tr>
                <Cell text={texts.cash} />
                <Cell text={texts.agent} className="border-l border-line" />
              </tr>
            </tbody>
          ))}
        </table>
      </div>
    </Section>
  );
}

type CellProps = { text: ResolvedText; className?: string };

function Cell({ text, className = '' }: CellProps) {
  return (
    <td className={`${CELL} ${className}`}>
      <ClaimText text={text} />
      <NotesSlot claims={claimsOf(text)} isPlain className="mt-1.5 text-ink-soft" />
    </td>
  );
}
