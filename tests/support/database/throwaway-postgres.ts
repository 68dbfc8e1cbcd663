import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openEmbeddedPostgres } from '#server/database/embedded-postgres.ts';

/** Starts a real, empty PostgreSQL. Closing it removes everything. */
export async function startThrowawayPostgres() {
  const folder = await mkdtemp(join(tmpdir(), 'throwaway-postgres-'));
  const postgres = await openEmbeddedPostgres({
    directory: join(folder, 'postgres'),
    password: 'test',
    log: pino({ level: 'silent' }),
  });
  return {
    connectionString: postgres.connectionString,
    /** A temporary folder for a test's files, which is removed with the database. */
    folder,
    close: async () => {
      await postgres.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
