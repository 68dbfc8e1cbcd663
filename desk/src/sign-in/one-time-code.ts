export const MAIL_CODE_DIGITS = 8;

export const APP_CODE_DIGITS = 6;

/**
 * The code in typed or pasted text, which may be a sentence: "Your code is 1234 5678, for 10 minutes".
 *
 * @returns at most `length` digits
 */
export function codeIn(text: string, length: number): string {
  const whole = new RegExp(`(?<!\\d)\\d(?:[ -]?\\d){${length - 1}}(?!\\d)`).exec(text);
  return (whole?.[0] ?? text).replace(/\D/g, '').slice(0, length);
}
