/**
 * The reference that a visitor sees after sending a form, such as `7F3A-91C2`: the first eight digits of the submission
 * id, short enough to be read out on the phone. The mail to the firm has it too, so that the firm finds the lead.
 */
export function referenceOf(submissionId: string): string {
  const digits = submissionId.replaceAll('-', '').slice(0, 8).toUpperCase();
  return `${digits.slice(0, 4)}-${digits.slice(4)}`;
}
