import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { migrate } from '../../server/database/migrate.ts';
import { importLeads } from '../../server/operations/import/import-leads.ts';
import { atMost } from '#support/load/bench-report.ts';
import { largeExport } from '#support/leads/crm-exports.ts';
import { startThrowawayPostgres } from '#support/database/throwaway-postgres.ts';
import { readNumbers, report } from '../support/command.ts';

async function measure(client: pg.Client, folder: string, rows: number) {
  const path = join(folder, `${rows}.csv`);
  await once(Readable.from(largeExport(rows, 50)).pipe(createWriteStream(path)), 'close');
  let mostMemory = 0;
  const sampling = setInterval(() => {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    mostMemory = Math.max(mostMemory, heapUsed + external);
  }, 2_000);
  const startedAt = performance.now();
  const { imported } = await importLeads(client, path, {
    map: new Map(),
    stages: new Map(),
    dateOrder: undefined,
    rejectedPath: `${path}.not-imported`,
    confirm: () => Promise.resolve(true),
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  clearInterval(sampling);
  await client.query('delete from public.leads');
  return {
    rows,
    imported,
    'not imported': rows - imported,
    seconds,
    'memory kept, MB': mostMemory / 2 ** 20,
  };
}

/**
 * Imports files of leads into an empty database. Every fiftieth row is broken. The memory that the command keeps is
 * measured after a garbage collection every two seconds: more rows must keep no more.
 */
export async function measureImport(options: { rows: string }): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const postgres = opened.adopt(await startThrowawayPostgres(), (started) => started.close());
  const client = opened.adopt(new pg.Client(postgres.connectionString), (open) => open.end());
  await client.connect();
  await migrate(client);
  const figures = [];
  for (const rows of readNumbers(options.rows)) figures.push(await measure(client, postgres.folder, rows));
  const [smallest, largest] = [figures[0], figures.at(-1)];
  if (!smallest || !largest) return;
  report('leads from a file, every fiftieth broken', figures, [
    atMost(60, `${largest.rows} rows, s`, largest.seconds),
    atMost(
      1.1,
      `${largest.rows} rows, memory of ${smallest.rows}`,
      largest['memory kept, MB'] / smallest['memory kept, MB'],
    ),
  ]);
}
