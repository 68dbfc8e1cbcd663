/**
 * The QR code of `mfa.enroll` as an address for an image. The client library puts the SVG into a data URI as it is, and
 * a `#` in it, as in a colour, would end the address.
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
