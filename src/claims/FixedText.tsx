import type { Claim } from './claim-schema.ts';

type Props = { text: string; claim?: Claim | undefined };

/**
 * A text whose wording the firm's specification fixes. `data-claim` names the claim (a figure with a source)
 * that the text states.
 */
export function FixedText({ text, claim }: Props) {
  return claim ? <span data-claim={claim.id}>{text}</span> : text;
}
