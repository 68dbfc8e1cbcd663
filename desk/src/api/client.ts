import { readConfig } from './config.ts';
import type { DeskConfig } from './types.ts';

let config: DeskConfig | undefined;

/**
 * Reads /config.json. The first call comes before anything is rendered. Later ones read it again.
 *
 * @throws {ConfigError} when the file cannot be read
 */
export async function connect(): Promise<void> {
  config = await readConfig();
}

export function deskConfig(): DeskConfig {
  if (config === undefined) throw new Error('Call connect() before deskConfig().');
  return config;
}
