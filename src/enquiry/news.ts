import type { Opened } from './types.ts';
import { standingOf } from './words.ts';

/**
 * What a screen reader announces when the enquiry was read: where the enquiry stands, if that has changed, and that
 * there is a new message from the firm.
 *
 * @param former the enquiry as it was read before; undefined the first time
 */
export function newsOf(enquiry: Opened, former: Opened | undefined): string {
  const standing = standingOf(enquiry).sentence;
  const seen = new Set(former?.conversation.map(({ id }) => id));
  const isNew = ({ id, from, kind }: Opened['conversation'][number]) =>
    from === 'firm' && kind === 'message' && !seen.has(id);
  return [
    former && standingOf(former).sentence === standing ? '' : standing,
    former && enquiry.conversation.some(isNew) ? 'There is a new message from us.' : '',
  ]
    .filter(Boolean)
    .join(' ');
}
