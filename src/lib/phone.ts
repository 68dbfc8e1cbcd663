/** The `tel:` link for a number of this site: its digits, and its leading plus if it has one. */
export function telHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}

/** The international number as digits only. A number without a country code is taken for a British one. */
function internationalDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  if (phone.trim().startsWith('+')) return digits.replace(/^440/, '44');
  if (digits.startsWith('00')) return digits.slice(2);
  if (digits.startsWith('44')) return digits;
  return `44${digits.replace(/^0/, '')}`;
}

/**
 * The WhatsApp link of a phone number.
 *
 * @param greeting the first message, which the sender can still change
 * @see https://faq.whatsapp.com/5913398998672934
 */
export function whatsAppHref(phone: string, greeting?: string): string {
  const message = greeting === undefined ? '' : `?text=${encodeURIComponent(greeting)}`;
  return `https://wa.me/${internationalDigits(phone)}${message}`;
}
