import type { Lead } from './lead.ts';

/** Writes 16 bytes as a UUID of the given version (RFC 9562). It sets the version and variant in `bytes` itself. */
export function toUuid(bytes: Uint8Array, version: 4 | 8): string {
  bytes[6] = (version << 4) | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * The idempotency key of a lead: a hash of its answers and the day (UTC). The same answers sent again on that day, from
 * another page or tab or without scripts, have the same key, and the database stores them once.
 *
 * @see docs/decisions/0022-the-same-answers-are-one-lead.md
 */
export async function submissionIdOf(lead: Lead, now: Date): Promise<string> {
  const day = now.toISOString().slice(0, 10);
  const text = new TextEncoder().encode(JSON.stringify([day, lead]));
  return toUuid(new Uint8Array(await crypto.subtle.digest('SHA-256', text)).slice(0, 16), 8);
}
