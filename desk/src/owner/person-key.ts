/**
 * What a person is looked up by: an e-mail address, or a number with +44, 0044 or 0, in any spelling.
 *
 * @returns undefined for anything else
 */
export function personKeyIn(text: string): string | undefined {
  const key = text.trim();
  if (/^[^\s@]+@[^\s@]+$/.test(key)) return key;
  const digits = key.replace(/\D/g, '').length;
  return digits >= 6 && /^[\d\s()+.-]+$/.test(key) ? key : undefined;
}
