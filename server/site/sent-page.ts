/**
 * The response to a form that was sent without JavaScript, after its lead was stored: the built page, showing the
 * confirmation with the link to the seller's own page. The response is no redirect, so that the link's key is in no URL
 * that a browser sends to a server.
 *
 * @param html a page that has the form
 * @param sentId the id of the confirmation
 * @returns undefined if the page has no place for the link
 */
export function showSent(html: string, sentId: string, link: string): string | undefined {
  let rest = html;
  let done = '';
  for (const [from, to] of [
    [` id="${sentId}"`, ` id="${sentId}" data-shown="" autofocus=""`],
    [' data-enquiry-link="" hidden=""', ' data-enquiry-link=""'],
    [' href="/your-enquiry"', ` href="${link}"`],
  ] as const) {
    const index = rest.indexOf(from);
    if (index === -1) return undefined;
    done += rest.slice(0, index) + to;
    rest = rest.slice(index + from.length);
  }
  return done + rest;
}
