/** What every offer must say: what we pay, what happens if it ends, and that nothing is open. */
export const OFFER_DETAILS = {
  solicitor_cap: 1_200,
  outlays: [{ what: 'Searches', payer: 'us' as const }],
  if_ends: 'Each side bears its own costs.',
  nothing_open: true,
};
