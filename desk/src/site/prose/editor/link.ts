import { isAllowedLink } from '#src/components/prose/elements.ts';

/**
 * Where a link goes to, from what somebody typed: an address without `https://` and a telephone number with spaces are
 * understood.
 *
 * @returns undefined if a link cannot go there
 */
export function readLink(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (/^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text)) return `mailto:${text}`;
  if (/^\+?[\d ()-]{6,}$/.test(text)) return `tel:${text.replace(/[ ()-]/g, '')}`;
  const href = /^[\w-]+(?:\.[\w-]+)+(?:[/?#:].*)?$/.test(text) ? `https://${text}` : text;
  const hasSpace = /\s/.test(href);
  return isAllowedLink(href) && !hasSpace && URL.canParse(href, 'https://example.com') ? href : undefined;
}
