import { Fragment } from 'react';
import type { ResolvedText } from './claims.ts';
import { ClaimFigure } from './ClaimFigure.tsx';
import { NoteMark } from './NoteMark.tsx';

/** A text with its claims' figures. The caller adds a `NotePlace` below it; `Passage` does both. */
export function ClaimText({ text }: { text: ResolvedText }) {
  return text.map((part, index) => (
    <Fragment key={index}>
      {typeof part === 'string' ? (
        part
      ) : (
        <>
          <ClaimFigure claim={part} />
          <NoteMark claim={part} />
        </>
      )}
    </Fragment>
  ));
}
