/**
 * The QR code of `mfa.enroll` as a data URL for an <img>. The client library does not encode the SVG, and a `#` in it,
 * as in a colour, would start the URL's fragment.
 */
export function qrImage(dataUri: string): string {
  const comma = dataUri.indexOf(',');
  const svg = dataUri.slice(comma + 1);
  const isEncoded = !svg.includes('<');
  return `data:image/svg+xml;charset=utf-8,${isEncoded ? svg : encodeURIComponent(svg)}`;
}

/** The secret in groups of four, as people copy it. */
export function groupSecret(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? '';
}
