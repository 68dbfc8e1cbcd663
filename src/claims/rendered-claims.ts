const valuesOf = (html: string, attribute: string) =>
  Array.from(html.matchAll(new RegExp(` ${attribute}="([^"]+)"`, 'g')), ([, value]) => value ?? '');

/** The ids of the claims that rendered HTML shows without their notes, each once. */
export function idsWithoutNote(html: string): string[] {
  const noted = new Set(valuesOf(html, 'data-claim-note'));
  return [...new Set(valuesOf(html, 'data-claim'))].filter((id) => !noted.has(id));
}
