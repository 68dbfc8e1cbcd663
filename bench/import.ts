/**
 * `npm run bench:import`: imports files of 5,000 and 50,000 leads into an empty database. Every fiftieth row is broken.
 * Prints how long each import takes and how much memory the command keeps, which is measured after a garbage collection
 * every two seconds: more rows must keep no more. Exits with 1 when a target is missed.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { migrate } from '../server/database/migrate.ts';
import { importLeads } from '../server/operations/import/import-leads.ts';
import { atMost, describeRun, markdownTable, reportChecks } from '../tests/support/bench-report.ts';
import { largeExport } from '../tests/support/crm-exports.ts';
import { startThrowawayPostgres } from '../tests/support/throwaway-postgres.ts';

const run = describeRun();
const postgres = await startThrowawayPostgres();
const client = new pg.Client(postgres.connectionString);

async function measure(rows: number) {
  const path = join(postgres.folder, `${rows}.csv`);
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
    seconds: Number(seconds.toFixed(1)),
    'memory kept, MB': Math.round(mostMemory / 2 ** 20),
  };
}

try {
  await client.connect();
  await migrate(client);
  const small = await measure(5_000);
  const large = await measure(50_000);
  console.log(`${run}\n\n${markdownTable([small, large])}`);
  reportChecks([
    atMost(60, '50,000 rows, s', large.seconds),
    atMost(1.1, '50,000 rows, memory of 5,000', large['memory kept, MB'] / small['memory kept, MB']),
  ]);
} finally {
  await client.end();
  await postgres.close();
}
