import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openEmbeddedPostgres } from '../../server/database/embedded-postgres.ts';

export type ThrowawayPostgres = {
  /** For its superuser. */
  connectionString: string;
  /** A temporary folder that is removed with it, for files that belong to it. */
  folder: string;
  close: () => Promise<void>;
};

/** A real, empty PostgreSQL; closing it removes everything. */
export async function startThrowawayPostgres(): Promise<ThrowawayPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'throwaway-postgres-'));
  const postgres = await openEmbeddedPostgres({
    directory: join(folder, 'postgres'),
    password: 'test',
    log: pino({ level: 'silent' }),
  });
  return {
    connectionString: postgres.connectionString,
    folder,
    async close() {
      await postgres.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
