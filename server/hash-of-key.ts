import { createHash } from 'node:crypto';

/** The SHA-256 of a key. It needs no secret, because nobody can try all keys. */
export const hashOfKey = (key: string): Buffer => createHash('sha256').update(key).digest();
