import { readConfig } from '../config.ts';
import type { Clients } from './supabase.ts';
import type { DeskConfig } from './types.ts';

let config: DeskConfig | undefined;
let whenLoaded: (clients: Clients) => void = () => undefined;
let clients: Clients | undefined;
let loading: Promise<Clients> | undefined;

/**
 * Reads /config.json. Once, before anything is rendered.
 *
 * @param onLoaded is called with Supabase's clients before anybody else has them
 * @throws {ConfigError} when it cannot be read
 */
export async function connect(onLoaded: (clients: Clients) => void): Promise<void> {
  config = await readConfig();
  whenLoaded = onLoaded;
}

export function deskConfig(): DeskConfig {
  if (config === undefined) throw new Error('Nothing is known before connect() has run.');
  return config;
}

/**
 * Loads Supabase's clients. The first screen does without them (`early.ts`), because they are a quarter of the app.
 *
 * @throws when their code does not arrive; the next call tries again
 */
export async function loadClients(): Promise<Clients> {
  loading ??= import('./supabase.ts').then(({ createClients }) => {
    const { supabaseUrl, supabaseKey } = deskConfig();
    clients = createClients(supabaseUrl, supabaseKey);
    whenLoaded(clients);
    return clients;
  });
  try {
    return await loading;
  } catch (error) {
    loading = undefined;
    throw error;
  }
}

/** Sign-in: `auth().verifyOtp(…)`, `auth().signInWithPasskey()`, `auth().mfa`. For pages of `app/pages.ts`, which load it. */
export function auth(): Clients['auth'] {
  if (clients === undefined) throw new Error('Nobody can sign in before loadClients() has run.');
  return clients.auth;
}
