import type { ComponentProps } from 'react';
import { claimsOf, type ResolvedText } from './claims.ts';
import { ClaimNotes } from './ClaimNotes.tsx';
import { ClaimText } from './ClaimText.tsx';

type Props = Omit<ComponentProps<'p'>, 'children'> & { text: ResolvedText };

/** A paragraph, followed by the notes to its figures. */
export function Passage({ text, ...props }: Props) {
  return (
    <>
      <p {...props}>
        <ClaimText text={text} />
      </p>
      <ClaimNotes claims={claimsOf(text)} />
    </>
  );
}
