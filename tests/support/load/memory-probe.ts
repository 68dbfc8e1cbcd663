/**
 * A test loads this file into the server before it starts (`node --expose-gc --import`). At each SIGUSR2 the server
 * then logs a fingerprint of the built-in prototypes, which changes if hostile input alters one (prototype pollution),
 * and the memory that is in use after a garbage collection.
 */
import { createHash } from 'node:crypto';

export type Reading = ReturnType<typeof read>;

const BUILT_IN = { Object, Array, Function, String, Number, Boolean, Map, Set, Promise, RegExp, Error, Date };

function fingerprint(): string {
  const hash = createHash('sha256');
  for (const [name, { prototype }] of Object.entries(BUILT_IN)) {
    for (const key of Reflect.ownKeys(prototype as object)) {
      const { value, writable, get } = (Reflect.getOwnPropertyDescriptor(prototype as object, key) ?? {}) as {
        value?: unknown;
        writable?: boolean;
        get?: unknown;
      };
      hash.update(`${name} ${String(key)} ${typeof value} ${typeof get} ${String(writable)} `);
      if (typeof value === 'function') hash.update(String(value));
    }
  }
  return hash.digest('hex');
}

function read() {
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const toMb = (bytes: number) => Math.round(bytes / 2 ** 20);
  return { prototypes: fingerprint(), rssMb: toMb(rss), usedMb: toMb(heapUsed + external) };
}

process.on('SIGUSR2', () => console.log(JSON.stringify({ level: 30, msg: 'probe', ...read() })));
