const POUNDS = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  maximumFractionDigits: 0,
});

/** £150,000 */
export const pounds = (amount: number): string => POUNDS.format(amount);
