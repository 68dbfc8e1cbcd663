/**
 * The key of a seller's own page, `/your-enquiry`. Whoever has the link can read the enquiry, so the database stores
 * only the key's hash. Only the browser and the mails to the seller have the key.
 */

/** The request header with the hash of the key that the sender's browser has made, beside a new lead. */
export const ENQUIRY_KEY_HEADER = 'x-enquiry-key-hash';

export type EnquiryKey = { key: string; hash: string };

/** Makes a key: 256 random bits in base64url, 43 characters. It needs a secure context (https or localhost). */
export async function newEnquiryKey(): Promise<EnquiryKey> {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const key = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
  return { key, hash: await hashEnquiryKey(key) };
}

/** SHA-256 of the key's characters, as 64 hexadecimal digits. The database hashes a key in the same way. */
export async function hashEnquiryKey(key: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What comes before the key in the page's address. Browsers never send the part after `#`, so no server logs the key. */
export const KEY_START = '#k=';

/** The path and fragment of a link, in the form in which we send it. */
export const enquiryPath = (key: string): string => `/your-enquiry${KEY_START}${key}`;

export const enquiryLink = (siteUrl: string, key: string): string => new URL(enquiryPath(key), siteUrl).href;

/**
 * Takes the links with a key out of a text that is to be mailed or stored: they would open the page to everybody who reads it.
 * A quoted mail may have broken a link into lines. The words before and after a link stay.
 */
export const withoutKeys = (text: string): string =>
  text.replace(
    /[^\s<>()[\]"]{0,200}k(?:=|%(?:25)*3D)[\w-](?:(?:\r?\n[>\s]*)?[\w-]){42}[^\s<>()[\]"]{0,200}/gi,
    '(a link, which is only on your page)',
  );
