/** What the confirmation says about the lead that was stored. */
export type Sent = {
  /** What the toast says with JavaScript. */
  success: string;
  reference: string;
  /** The sentence that says by when the visitor will hear from the firm; undefined if the firm names no hours. */
  promise: string | undefined;
  /** The link to the seller's own page; undefined for a lead that was stored before. */
  link: string | undefined;
};

/**
 * The response to a form that was sent without JavaScript, after its lead was stored: the built page, showing the
 * confirmation. The response is no redirect, so that the link's key is in no URL that a browser sends to a server.
 *
 * @param html a page that has the form
 * @param sentId the id of the confirmation
 * @returns undefined if the page has no such confirmation
 */
export function showSent(
  html: string,
  sentId: string,
  { success, reference, promise, link }: Sent,
): string | undefined {
  const start = html.indexOf(` id="${sentId}"`);
  // The link is the last of what is filled in.
  const end = html.indexOf(' href="/your-enquiry"', start);
  if (start === -1 || end === -1) return undefined;
  const confirmation = html
    .slice(start, end)
    .replace(` id="${sentId}"`, '$& data-shown="" autofocus=""')
    .replace(/<strong data-success=""[^>]*>/, `$&${success}`)
    .replace(/<strong data-reference=""[^>]*>/, `$&${reference}`)
    .replace(/<strong data-reply-promise=""[^>]*>/, `$&${promise ?? ''}`)
    .replace(' data-enquiry-link="" hidden=""', link ? ' data-enquiry-link=""' : '$&');
  return html.slice(0, start) + confirmation + html.slice(end).replace('/your-enquiry', link ?? '$&');
}
