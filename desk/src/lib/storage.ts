/**
 * Wraps a storage of the browser so that it never throws. What the browser refuses to store, because it blocks storage
 * or has no room left, is kept in memory, and is lost with a reload.
 *
 * @param open returns the storage. It is a function, because a browser that blocks storage throws as soon as a property
 *   such as `sessionStorage` is read
 */
export function createStorage(open: () => Storage) {
  const memory = new Map<string, string>();

  function read<Result>(access: (storage: Storage) => Result, otherwise: Result): Result {
    try {
      return access(open());
    } catch {
      return otherwise;
    }
  }

  const getItem = (key: string): string | null =>
    memory.get(key) ?? read((storage) => storage.getItem(key), null);

  return {
    getItem,
    /** Returns what was stored as JSON; undefined if there is nothing, or nothing that can be parsed. */
    getJson(key: string): unknown {
      try {
        return JSON.parse(getItem(key) ?? 'null') ?? undefined;
      } catch {
        return undefined;
      }
    },
    setItem(key: string, value: string): void {
      try {
        open().setItem(key, value);
        memory.delete(key);
      } catch {
        memory.set(key, value);
      }
    },
    removeItem(key: string): void {
      memory.delete(key);
      read((storage) => storage.removeItem(key), undefined);
    },
    keys: (): string[] => [...new Set([...memory.keys(), ...read(Object.keys, [])])],
  };
}

export type SafeStorage = ReturnType<typeof createStorage>;

/** Survives a reload of this tab. */
export const tabStorage = createStorage(() => sessionStorage);

/** Shared by all tabs of this browser, and kept when they are closed. */
export const deviceStorage = createStorage(() => localStorage);
