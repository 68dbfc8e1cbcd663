/**
 * The reference that the sender of a lead sees, such as `7F3A-91C2`: the first eight digits of the submission id, short
 * enough to be read out on the phone. The mail about the lead has it too, and also the lead's id.
 */
export function referenceOf(submissionId: string): string {
  const digits = submissionId.replaceAll('-', '').slice(0, 8).toUpperCase();
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}
