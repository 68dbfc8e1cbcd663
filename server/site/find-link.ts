/** The first link on a page whose URL begins with the given text, such as `tel:`. Its contents must be text only. */
export function findLink(html: string, start: string): { href: string; text: string } | undefined {
  const [, href = '', text = ''] =
    new RegExp(`<a[^>]* href="(${start}[^"]*)"[^>]*>([^<]+)</a>`).exec(html) ?? [];
  return href ? { href, text } : undefined;
}

/**
 * The list items with a page's links to e-mail, WhatsApp and telephone, for a form that could not be stored. The
 * telephone is the last, because at night nobody answers it.
 */
export const contactItems = (html: string): string =>
  ['mailto:', 'https://wa.me/', 'tel:']
    .map((start) => findLink(html, start))
    .map((link) => link && `<li><a href="${link.href}">${link.text}</a></li>`)
    .join('');
