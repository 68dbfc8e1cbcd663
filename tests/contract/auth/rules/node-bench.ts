import type { AuthChangeEvent } from '@supabase/supabase-js';
import { vi } from 'vitest';
import type { RecordingServer } from '../../../support/recording-server.ts';
import { connect, createStorage } from '../node-client.ts';

type Auth = Awaited<ReturnType<typeof connect>>['auth'];

export type OpenClient = {
  auth: Auth;
  /** What it told its listeners so far. */
  events: AuthChangeEvent[];
  /** Puts a session into the storage, as another tab would. */
  store: (session: unknown) => void;
  /** The session in the storage, or null. */
  stored: () => unknown;
  storage: Storage;
};

export type NodeBench = {
  server: RecordingServer;
  /** A client that has started, with nobody signed in. */
  open: (url?: string) => Promise<OpenClient>;
};

/** A place to try rules in Node. */
export function createNodeBench(server: RecordingServer): NodeBench {
  return {
    server,
    async open(url = server.url) {
      const storage = createStorage();
      const { auth } = await connect({ url, storage });
      const key = `sb-${new URL(url).hostname.split('.')[0] ?? ''}-auth-token`;
      const events: AuthChangeEvent[] = [];
      auth.onAuthStateChange((event) => events.push(event));
      await auth.initialize();
      await vi.waitUntil(() => events.includes('INITIAL_SESSION'), { timeout: 20_000 });
      return {
        auth,
        events,
        storage,
        store: (session) => {
          storage.setItem(key, JSON.stringify(session));
        },
        stored: () => JSON.parse(storage.getItem(key) ?? 'null') as unknown,
      };
    },
  };
}

/** Answers every request with a refusal, in the auth service's shape. */
export const refuse = (status: number, errorCode: string) => () =>
  Response.json({ code: status, error_code: errorCode, msg: 'Refused by the test' }, { status });
