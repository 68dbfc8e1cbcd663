import { vi } from 'vitest';
import type { SiteClient } from './calls/call.ts';
import { PUBLISHABLE_KEY } from '../../support/publishable-key.ts';

/** Local storage as a browser has it, in memory. */
export function createStorage(items: Record<string, string> = {}): Storage {
  const map = new Map(Object.entries(items));
  return {
    get length() {
      return map.size;
    },
    key: (index) => [...map.keys()][index] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    clear: () => {
      map.clear();
    },
  };
}

type Options = { url: string; key?: string; storage?: Storage };

const connected: SiteClient[] = [];

/**
 * The client as the site configures it (`src/lib/supabase.ts`), made anew in Node: only the address and the
 * key of the build are the test's, and the local storage is one in memory.
 */
export async function connect({
  url,
  key = PUBLISHABLE_KEY,
  storage = createStorage(),
}: Options): Promise<SiteClient> {
  vi.resetModules();
  vi.doMock('astro:env/client', () => ({ PUBLIC_SUPABASE_URL: url, PUBLIC_SUPABASE_KEY: key }));
  vi.stubGlobal('window', { localStorage: storage });
  const { supabase } = await import('../../../src/lib/supabase.ts');
  connected.push(supabase);
  return supabase;
}

/** Ends the clients' timers and connections. */
export async function disconnectAll(): Promise<void> {
  for (const client of connected.splice(0)) {
    await client.auth.dispose();
    await client.realtime.disconnect();
  }
  vi.unstubAllGlobals();
}
