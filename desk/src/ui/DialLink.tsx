import type { ComponentProps } from 'react';
import { readPhoneNumber } from '#lead/phone-number.ts';
import type { Card } from '../api/types.ts';

export type DialLinkProps = ComponentProps<'a'> & { card: Pick<Card, 'phone' | 'do_not_call'> };

/**
 * A person's telephone number as it was typed, as a link that calls it. The number is no link if the person does not
 * want to be called, or if it cannot be dialled; in the latter case, the text says so.
 */
export function DialLink({ card: { phone, do_not_call: isNotCalled }, children, ...props }: DialLinkProps) {
  const read = readPhoneNumber(phone);
  if (read === undefined) return <span>{`${phone} (not a number that can be dialled)`}</span>;
  if (isNotCalled) return <span>{phone}</span>;
  return (
    <a href={`tel:${read}`} {...props}>
      {children}
      <span>{phone}</span>
    </a>
  );
}
