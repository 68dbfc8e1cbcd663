import type { ComponentProps } from 'react';
import { claimsOf, type ResolvedText } from './claim-references.ts';
import { ClaimText } from './ClaimText.tsx';
import { NotesSlot } from './NotesSlot.tsx';

type Props = Omit<ComponentProps<'p'>, 'children'> & { text: ResolvedText };

/** A paragraph, followed by those notes that must stand beside its figures (`noteBeside`). */
export function Passage({ text, ...props }: Props) {
  return (
    <>
      <p {...props}>
        <ClaimText text={text} />
      </p>
      <NotesSlot claims={claimsOf(text)} />
    </>
  );
}
