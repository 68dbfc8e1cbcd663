/** A sum in whole pounds: "£190,000", or "−£5,196". */
export function pounds(sum: number): string {
  const digits = Math.abs(sum).toLocaleString('en-GB', { maximumFractionDigits: 0 });
  return `${sum < 0 ? '−' : ''}£${digits}`;
}
