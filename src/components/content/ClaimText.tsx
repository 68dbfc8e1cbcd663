import { Fragment } from 'react';
import type { ResolvedText } from '../../lib/claims.ts';
import { ClaimFigure } from './ClaimFigure.tsx';

/** A text from the content, its figures in place. Its notes are for the caller to place: see `Passage`. */
export function ClaimText({ text }: { text: ResolvedText }) {
  return text.map((part, index) => (
    <Fragment key={index}>{typeof part === 'string' ? part : <ClaimFigure claim={part} />}</Fragment>
  ));
}
