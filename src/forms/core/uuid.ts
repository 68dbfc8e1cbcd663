/**
 * A random UUID, version 4. It does not use `crypto.randomUUID`, which browsers offer only over https or on
 * localhost: a phone that opens the development server over http lacks it.
 */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const version = (bytes[6] ?? 0) & 0x0f;
  const variant = (bytes[8] ?? 0) & 0x3f;
  bytes[6] = version | 0x40;
  bytes[8] = variant | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
