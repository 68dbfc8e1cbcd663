import { takePrefetchedConfig } from './first-screen.ts';
import type { DeskConfig } from './types.ts';

/** Why the app cannot start, in words for the user. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  /** Whether waiting may help, as it does when the server is down. */
  readonly isTemporary: boolean;

  constructor(message: string, isTemporary: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isTemporary = isTemporary;
  }
}

const TEXTS = ['brand', 'siteUrl'] as const;

/**
 * Checks the value of `/config.json`.
 *
 * @throws {ConfigError} naming what is missing
 */
export function parseConfig(value: unknown): DeskConfig {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const missing = TEXTS.filter((name) => typeof given[name] !== 'string' || given[name] === '');
  if (missing.length > 0) throw new ConfigError(`config.json lacks ${missing.join(', ')}.`, false);
  return { ...(given as DeskConfig), trial: given.trial === true };
}

/** Reads and checks `/config.json`. @throws {ConfigError} when it cannot be used */
export async function readConfig(): Promise<DeskConfig> {
  const request = takePrefetchedConfig() ?? fetch('/config.json', { cache: 'no-store' });
  const response = await request.catch((cause: unknown) => {
    throw new ConfigError('The desk cannot be reached.', true, { cause });
  });
  if (response.status >= 500) {
    throw new ConfigError(`The desk does not answer just now (${response.status}).`, true);
  }
  if (!response.ok) throw new ConfigError(`config.json is missing (${response.status}).`, false);
  const value: unknown = await response.json().catch((cause: unknown) => {
    // A proxy may send an HTML page of its own with status 200.
    throw new ConfigError('config.json is missing, or is not JSON.', false, { cause });
  });
  return parseConfig(value);
}
