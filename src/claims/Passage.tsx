import type { ComponentProps } from 'react';
import { claimsOf, type ResolvedText } from './claim-references.ts';
import { ClaimText } from './ClaimText.tsx';
import { NotesSlot } from './NotesSlot.tsx';

type Props = Omit<ComponentProps<'p'>, 'children'> & { text: ResolvedText };

/** A paragraph, followed by the `noteBeside` notes of its figures. */
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
