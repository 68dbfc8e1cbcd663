import { Fragment } from 'react';
import { ClaimFigure } from '../../claims/ClaimFigure.tsx';
import { longDate } from '../../lib/dates.ts';
import type { Result } from './decide.ts';
import { publishedClaim, withFigures } from './figures.ts';
import { FreeHelp } from './FreeHelp.tsx';

const dateOf = (day: string) => longDate(new Date(day));

/** A topic's result: the answer, its reason, and the law behind it, with the date by which we check the law again. */
export function CheckerResult({ result }: { result: Result }) {
  const { topic, need, verdict, answer, text, needsHelp, law } = result;
  const { parts, claims } = withFigures(text);
  const { text: lawText, note, sourceUrl, statedOn, reviewOn } = publishedClaim(law);
  return (
    <div data-topic={topic} data-verdict={verdict} className="checker-result">
      <h3 className="mt-0">{needsHelp ? answer : `Do I need ${need}?`}</h3>
      {needsHelp ? (
        <FreeHelp numberOf={(id) => publishedClaim(id).text} />
      ) : (
        <p className="font-semibold">{`${answer}.`}</p>
      )}
      <p>
        {parts.map((part, index) => (
          <Fragment key={index}>{typeof part === 'string' ? part : <ClaimFigure claim={part} />}</Fragment>
        ))}
      </p>
      <p className="text-small text-ink-soft">
        {claims.map(
          (claim) => claim.note && <Fragment key={claim.id}>{`${claim.text}: ${claim.note} `}</Fragment>,
        )}
        {sourceUrl ? <a href={sourceUrl}>{lawText}</a> : lawText}
        <span>
          {`. ${note ? `${note} ` : ''}Checked ${dateOf(statedOn)}; we check again by ${dateOf(reviewOn)}.`}
        </span>
      </p>
    </div>
  );
}
