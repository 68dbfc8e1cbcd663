import type { Enquiry } from './types.ts';
import { standingOf } from './words.ts';

/** What a screen reader says about an enquiry that was read (again): where it stands, and a new message of the firm. */
export function newsOf(enquiry: Enquiry, former: Enquiry | undefined): string {
  const standing = standingOf(enquiry).sentence;
  const seen = new Set(former?.conversation.map(({ id }) => id));
  const isNew = ({ id, from, kind }: Enquiry['conversation'][number]) =>
    from === 'firm' && kind === 'message' && !seen.has(id);
  return [
    former && standingOf(former).sentence === standing ? '' : standing,
    former && enquiry.conversation.some(isNew) ? 'There is a new message from us.' : '',
  ]
    .filter(Boolean)
    .join(' ');
}
