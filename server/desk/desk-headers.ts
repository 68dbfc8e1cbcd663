import { OPENER_POLICY, securityHeaders } from '../http/response-headers.ts';

/** File names in this folder contain a hash of the contents (Vite's default), so browsers may cache them for ever. */
export const HASHED_DESK_FILES = 'assets/';

/**
 * Scripts, styles and connections from the desk's own origin only. Trusted Types forbid making HTML or scripts from strings:
 * one policy names the service worker (`desk/src/live/device.ts`), and with the other the editor of texts reads what is pasted,
 * in a document of its own in which nothing runs or loads.
 */
const POLICY = [
  "default-src 'self'",
  // The QR code for an authenticator app is a `data:` URL.
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types service-worker ProseMirrorClipboard',
].join('; ');

export function deskHeaders(deskUrl: string): Record<string, string> {
  return {
    ...securityHeaders(deskUrl),
    ...OPENER_POLICY,
    'content-security-policy': POLICY,
    'referrer-policy': 'no-referrer',
  };
}
