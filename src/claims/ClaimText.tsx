import { Fragment } from 'react';
import type { ResolvedText } from './claim-references.ts';
import { ClaimFigure } from './ClaimFigure.tsx';
import { NoteButtonSlot } from './NoteButtonSlot.tsx';

/**
 * Renders a text with the figures of its claims (figures with a source). The caller adds a `NotesSlot`, the
 * placeholder for their notes, below the text; `Passage` renders both.
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
