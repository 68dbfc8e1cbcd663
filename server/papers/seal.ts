import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key for the contents of one file. Without it, nobody can read what `seal` has made. */
export const newSealKey = () => randomBytes(32);

/** Encrypts bytes: the nonce, the tag by which a change is noticed, and the encrypted bytes. */
export function seal(key: Buffer, bytes: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const encrypted = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...encrypted]);
}

/** Decrypts what `seal` has made. @throws {Error} if a single bit of it was changed, or the key is another one */
export function unseal(key: Buffer, sealed: Buffer): Buffer {
  const start = NONCE_BYTES + TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, start));
  return Buffer.concat([decipher.update(sealed.subarray(start)), decipher.final()]);
}
