/**
 * The e-mail address or phone number that somebody typed, if the database can look it up. The database compares phone
 * numbers without a leading +44, 0044 or 0. At least nine digits must be left.
 *
 * @returns undefined for anything else
 * @see private.phone_key in supabase/migrations/20261127000200_leads.sql
 */
export function personKeyIn(text: string): string | undefined {
  const key = text.trim();
  if (/^[^\s@]+@[^\s@]+$/.test(key)) return key;
  if (!/^[\d\s()+.-]+$/.test(key)) return undefined;
  const digits = key
    .replace(/[^\d+]/g, '')
    .replace(/^00/, '+')
    .replace(/^(?:\+?44)?0?/, '');
  return digits.length >= 9 ? key : undefined;
}
