import { readConfig } from '../config.ts';
import { createClients } from './supabase.ts';
import type { DeskConfig } from './types.ts';

type Connection = { config: DeskConfig; clients: ReturnType<typeof createClients> };

let connection: Connection | undefined;

/**
 * Reads /config.json and makes the client. Once, before anything is rendered.
 *
 * @throws {ConfigError} when it cannot be read
 */
export async function connect(): Promise<void> {
  const config = await readConfig();
  connection = { config, clients: createClients(config.supabaseUrl, config.supabaseKey) };
}

function connected(): Connection {
  if (connection === undefined) throw new Error('Nothing is connected before connect() has run.');
  return connection;
}

export const deskConfig = (): DeskConfig => connected().config;

/** Sign-in: `auth().verifyOtp(…)`, `auth().signInWithPasskey()`, `auth().mfa`. */
export const auth = () => connected().clients.auth;

/** The functions of the desk. They are in a schema of their own, and nothing else is exposed. */
export const desk = () => connected().clients.desk;
