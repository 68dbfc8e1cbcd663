import type { ComponentProps } from 'react';
import { claimsOf, type ResolvedText } from './claims.ts';
import { ClaimText } from './ClaimText.tsx';
import { NotePlace } from './NotePlace.tsx';

type Props = Omit<ComponentProps<'p'>, 'children'> & { text: ResolvedText };

/** A paragraph, followed by the notes that stand beside its figures. */
export function Passage({ text, ...props }: Props) {
  return (
    <>
      <p {...props}>
        <ClaimText text={text} />
      </p>
      <NotePlace claims={claimsOf(text)} />
    </>
  );
}
