import { readConfig } from './config.ts';
import type { Clients } from './supabase-clients.ts';
import type { DeskConfig } from './types.ts';

let config: DeskConfig | undefined;
let whenLoaded: (clients: Clients) => void = () => undefined;
let clients: Clients | undefined;
let loading: Promise<Clients> | undefined;

/**
 * Reads /config.json. Call it once, before anything is rendered.
 *
 * @param onLoaded called with Supabase's clients as soon as they are loaded, before any other module gets them
 * @throws {ConfigError} when the file cannot be read
 */
export async function connect(onLoaded: (clients: Clients) => void): Promise<void> {
  config = await readConfig();
  whenLoaded = onLoaded;
}

export function deskConfig(): DeskConfig {
  if (config === undefined) throw new Error('Call connect() before deskConfig().');
  return config;
}

/**
 * Loads Supabase's clients. The first screen does without them (`first-screen.ts`), because they are a quarter of the
 * app's code.
 *
 * @throws {TypeError} when their script cannot be loaded; the next call tries again
 */
export function loadClients(): Promise<Clients> {
  loading ??= import('./supabase-clients.ts')
    .then(({ createClients }) => {
      const { supabaseUrl, supabaseKey } = deskConfig();
      clients = createClients(supabaseUrl, supabaseKey);
      whenLoaded(clients);
      return clients;
    })
    .catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  return loading;
}

/** The sign-in client: `auth().verifyOtp(…)`, `auth().mfa`. Pages that use it load it first (`app/lazy-pages.ts`). */
export function auth(): Clients['auth'] {
  if (clients === undefined) throw new Error('Await loadClients() before auth().');
  return clients.auth;
}
