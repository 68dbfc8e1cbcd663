import { pounds } from '#src/lib/pounds.ts';

/** Whole pounds as people type them: "£185,000", "185 000", "185k". @returns undefined for anything else */
export function parsePounds(text: string): number | undefined {
  const [, digits = '', thousand] = /^£?(\d+)(k)?$/i.exec(text.replace(/[\s,]/g, '')) ?? [];
  if (digits === '') return undefined;
  const amount = Number(digits) * (thousand ? 1000 : 1);
  return amount > 0 && Number.isSafeInteger(amount) ? amount : undefined;
}

/** How far an offer is below the market value; negative if the offer is above. The percentage has one decimal. */
export function discountOf(amount: number, marketValue: number): { amount: number; percent: number } {
  const discount = marketValue - amount;
  return { amount: discount, percent: Math.round((discount / marketValue) * 1000) / 10 };
}

/** "£37,000 (20%) below market value". @param of the words for the market value, such as "£185,000" */
export function discountInWords(amount: number, marketValue: number, of = 'market value'): string {
  const discount = discountOf(amount, marketValue);
  if (discount.amount === 0) return `at ${of}`;
  const side = discount.amount > 0 ? 'below' : 'above';
  return `${pounds(Math.abs(discount.amount))} (${Math.abs(discount.percent)}%) ${side} ${of}`;
}
