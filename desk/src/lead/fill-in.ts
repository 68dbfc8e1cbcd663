const TITLE = /^(?:mr|mrs|ms|miss|mx|dr|prof|rev|sir|dame|lord|lady)$/i;

/** The first name, if the seller has given one: neither an initial nor a title, nor a name that is none. */
function firstNameOf(name: string): string {
  const [first = ''] = name.trim().split(/\s+/);
  return /^\p{L}[\p{L}\p{M}'’-]+$/u.test(first) && !TITLE.test(first) ? first : '';
}

/**
 * A saved reply with the seller's first name and reference. Without a first name, "Hello {first name}," is "Hello,". A line
 * with the reference is left out if the lead has none, as an imported one.
 */
export function fillIn(body: string, lead: { name: string; reference: string | null }): string {
  const first = firstNameOf(lead.name);
  return body
    .split('\n')
    .filter((line) => lead.reference !== null || !line.includes('{reference}'))
    .map((line) =>
      (first ? line : line.replace(/^\{first name\}[,!]? */, '').replaceAll(' {first name}', ''))
        .replaceAll('{first name}', first)
        .replaceAll('{reference}', () => lead.reference ?? ''),
    )
    .join('\n');
}
