import { longDate } from '../../lib/dates.ts';
import { figureOf } from './figures.ts';
import { FIELDS, labelWithoutUnit } from './inputs.ts';

/**
 * Where each default comes from, and by when we check it again. Each source names the period of its figures in words,
 * because some sources give only a year.
 */
export function Sources() {
  return (
    <ul className="stack-2 mt-3 text-small">
      {FIELDS.map((field) => {
        if (field.claim === undefined) return null;
        const { text, source, sourceUrl, reviewOn } = figureOf(field.claim);
        return (
          <li key={field.name}>
            <strong>{`${labelWithoutUnit(field)}:`}</strong> <span>{`${text}.`}</span>{' '}
            {sourceUrl ? <a href={sourceUrl}>{source}</a> : source}
            <span>{`. We check again by ${longDate(new Date(reviewOn))}.`}</span>
          </li>
        );
      })}
    </ul>
  );
}
