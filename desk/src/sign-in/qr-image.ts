/** The SVG of a QR code as a data URL for an <img>. It is encoded, because a `#`, as in a colour, would start a fragment. */
export const qrImage = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** The secret in groups of four characters, which are easier to copy by hand. */
export function groupSecret(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? '';
}
