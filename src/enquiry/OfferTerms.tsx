import { linesInWords, termsInWords, type ShownOffer } from '../lib/offer-words.ts';
import { pounds } from '../lib/pounds.ts';

type Props = {
  offer: ShownOffer;
  /** Who buys, if the offer names nobody. */
  firm: string;
  /** The day on which the age of a report or a proof is judged, such as 2026-11-27. */
  today: string;
  /** Whether the price may still change: not after the contract is concluded, or the offer has ended. */
  mayFall?: boolean;
};

/** The sums of an offer and its terms, as the seller reads them. The desk shows the same before it saves an offer. */
export function OfferTerms({ offer, mayFall = true, ...context }: Props) {
  const lines = linesInWords(offer);
  const isFinal = lines.some(({ actual }) => actual !== undefined);
  const [changeable, ...terms] = termsInWords(offer, context);
  return (
    <>
      {changeable && mayFall && (
        <dl className="mt-3 print:mt-1 print:text-small">
          <Term term={changeable} />
        </dl>
      )}
      <table className="mt-5 w-full print:mt-2 print:text-small">
        <caption className="text-left text-small text-ink-soft">How we worked it out</caption>
        {isFinal && (
          <thead className="text-small text-ink-soft">
            <tr>
              <td />
              <th scope="col" className="text-right font-normal whitespace-nowrap">
                In the offer
              </th>
              <th scope="col" className="pl-4 text-right font-normal whitespace-nowrap">
                What it cost
              </th>
            </tr>
          </thead>
        )}
        <tbody>
          {lines.map(({ what, amount, actual }, index) => {
            const isSum = index === 0 || index === lines.length - 1;
            const weight = isSum ? 'font-semibold' : 'font-normal';
            return (
              // Two lines may have the same words.
              <tr key={index} className="border-b border-line align-top">
                <th scope="row" className={`py-1 pr-4 text-left text-balance print:py-0 ${weight}`}>
                  {what}
                </th>
                <td
                  className={`py-1 text-right whitespace-nowrap [font-variant-numeric:tabular-nums] print:py-0 ${weight}`}
                >
                  {isSum ? pounds(amount) : `−${pounds(amount)}`}
                </td>
                {isFinal && (
                  <td className="py-1 pl-4 text-right [font-variant-numeric:tabular-nums] print:py-0">
                    {actual === null ? 'Not known yet' : actual !== undefined && pounds(actual)}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
      <dl className="mt-5 grid gap-3 print:mt-2 print:block print:columns-2 print:text-small">
        {terms.map((term) => (
          <Term key={term[0]} term={term} />
        ))}
      </dl>
    </>
  );
}

function Term({ term: [term, lines] }: { term: [term: string, lines: string[]] }) {
  return (
    <div className="break-inside-avoid print:pb-1">
      <dt className="text-small text-ink-soft">{term}</dt>
      {lines.map((line, index) => (
        <dd key={index} className="wrap-break-word whitespace-pre-line">
          {line}
        </dd>
      ))}
    </div>
  );
}
