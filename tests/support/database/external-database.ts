import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { openBinaries } from '#server/database/binaries.ts';
import { openEmbeddedPostgres } from '#server/database/embedded-postgres.ts';
import { findPostmaster } from '#server/database/postmaster.ts';

export type ExternalDatabase = Awaited<ReturnType<typeof createExternalDatabase>>;

/**
 * Creates a PostgreSQL for tests with `DATABASE_URL`, which the product neither starts nor stops. It is not running at
 * first.
 */
export async function createExternalDatabase(password = 'test') {
  const folder = await mkdtemp(join(tmpdir(), 'external-database-'));
  const directory = join(folder, 'postgres');
  const made = await openEmbeddedPostgres({ directory, password, log: pino({ level: 'silent' }) });
  await made.close();
  const { port } = new URL(made.connectionString);
  await appendFile(
    join(directory, 'postgresql.conf'),
    `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = ''\n`,
  );
  const binaries = await openBinaries(directory);

  const stop = () => binaries.pgCtl(['stop', `--pgdata=${directory}`, '--mode=fast', '--wait']);
  return {
    url: made.connectionString,
    start: () =>
      binaries.pgCtl(['start', `--pgdata=${directory}`, `--log=${join(directory, 'server.log')}`, '--wait']),
    stop,
    close: async () => {
      if (await findPostmaster(directory)) await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
