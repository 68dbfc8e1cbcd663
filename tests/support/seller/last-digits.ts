/** What confirms the link of a mail: the last four digits of the seller's number. */
export const lastDigitsOf = (phone: string): string => phone.replace(/\D/g, '').slice(-4);
