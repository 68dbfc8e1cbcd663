/**
 * The WhatsApp link of a phone number. WhatsApp expects the international number as digits only; a number without a
 * country code is taken for a British one.
 *
 * @see https://faq.whatsapp.com/5913398998672934
 */
export function whatsappHref(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  if (phone.trim().startsWith('+')) return `https://wa.me/${digits.replace(/^440/, '44')}`;
  if (digits.startsWith('00')) return `https://wa.me/${digits.slice(2)}`;
  if (digits.startsWith('44')) return `https://wa.me/${digits}`;
  return `https://wa.me/44${digits.replace(/^0/, '')}`;
}
