/** The `tel:` address of a number as people write it: digits, and a leading plus when there is one. */
export function telHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}

/**
 * The messaging app's address for a UK number, with a first message already written. The app wants the
 * international number in digits alone: 44 in front, the leading zero dropped.
 * @see https://faq.whatsapp.com/5913398998672934
 */
export function messagingHref(phone: string, greeting: string): string {
  const digits = phone.replace(/\D/g, '');
  const international = digits.startsWith('44') ? digits : `44${digits.replace(/^0/, '')}`;
  return `https://wa.me/${international}?text=${encodeURIComponent(greeting)}`;
}
