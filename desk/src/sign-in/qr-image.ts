/**
 * Turns the QR code that `mfa.enroll` returns into a data URL for an <img>. The sign-in client does not encode the SVG
 * in it, so a `#`, as in a colour, would start the URL's fragment.
 */
export function qrImage(dataUri: string): string {
  const comma = dataUri.indexOf(',');
  const svg = dataUri.slice(comma + 1);
  const isEncoded = !svg.includes('<');
  return `data:image/svg+xml;charset=utf-8,${isEncoded ? svg : encodeURIComponent(svg)}`;
}

/** The secret in groups of four characters, which are easier to copy by hand. */
export function groupSecret(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? '';
}
