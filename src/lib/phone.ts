/** The `tel:` link for a number in any format: its digits, and its leading plus if it has one. */
export function telHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, '')}`;
}

/**
 * The WhatsApp link for a UK number, with a prepared first message. WhatsApp expects the international number
 * as digits only: 44 instead of the leading zero.
 *
 * @see https://faq.whatsapp.com/5913398998672934
 */
export function whatsAppHref(phone: string, greeting: string): string {
  const digits = phone.replace(/\D/g, '');
  const international = digits.startsWith('44') ? digits : `44${digits.replace(/^0/, '')}`;
  return `https://wa.me/${international}?text=${encodeURIComponent(greeting)}`;
}
