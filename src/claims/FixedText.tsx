import type { Claim } from './claim.ts';

type Props = { text: string; claim?: Claim | undefined };

/** A text that the specification fixes word for word, marked with the claim behind it. */
export function FixedText({ text, claim }: Props) {
  return claim ? <span data-claim={claim.id}>{text}</span> : text;
}
