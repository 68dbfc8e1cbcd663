import { Fragment } from 'react';
import type { ResolvedText } from './claim-references.ts';
import { ClaimFigure } from './ClaimFigure.tsx';
import { NoteButtonSlot } from './NoteButtonSlot.tsx';

/**
 * Renders a text with the figures of its claims. The caller adds a `NotesSlot` below the text; `Passage` renders both.
 */
export function ClaimText({ text }: { text: ResolvedText }) {
  return text.map((part, index) => (
    <Fragment key={index}>
      {typeof part === 'string' ? (
        part
      ) : (
        <>
          <ClaimFigure claim={part} />
          <NoteButtonSlot claim={part} />
        </>
      )}
    </Fragment>
  ));
}
