import { longDate } from '../../lib/dates.ts';
import { figureOf } from './figures.ts';

/** Says where a field's default comes from: the figure, who published it, when, and by when we check it again. */
export function DefaultSource({ claim }: { claim: string }) {
  const { text, source, sourceUrl, statedOn, reviewOn } = figureOf(claim);
  const [stated, review] = [statedOn, reviewOn].map((day) => longDate(new Date(day)));
  return (
    <>
      Ours: {text}. {sourceUrl ? <a href={sourceUrl}>{source}</a> : source}. {stated}; we look again by{' '}
      {review}.
    </>
  );
}
