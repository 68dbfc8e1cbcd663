/** An amount in whole pounds: "£190,000", or "−£5,196". */
export function pounds(amount: number): string {
  const digits = Math.abs(amount).toLocaleString('en-GB', { maximumFractionDigits: 0 });
  return `${amount < 0 ? '−' : ''}£${digits}`;
}
