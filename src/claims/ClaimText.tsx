import { Fragment } from 'react';
import type { ResolvedText } from './claims.ts';
import { ClaimFigure } from './ClaimFigure.tsx';

/** A text with its claims' figures. The caller shows their notes; `Passage` does both. */
export function ClaimText({ text }: { text: ResolvedText }) {
  return text.map((part, index) => (
    <Fragment key={index}>{typeof part === 'string' ? part : <ClaimFigure claim={part} />}</Fragment>
  ));
}
