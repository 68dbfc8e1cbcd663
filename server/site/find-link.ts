/** The first link on a page whose URL begins with the given text, such as `tel:`. Its contents must be text only. */
export function findLink(html: string, start: string): { href: string; text: string } | undefined {
  const [, href = '', text = ''] =
    new RegExp(`<a[^>]* href="(${start}[^"]*)"[^>]*>([^<]+)</a>`).exec(html) ?? [];
  return href ? { href, text } : undefined;
}
